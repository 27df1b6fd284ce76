import assert from "node:assert/strict";
import type { SearchResultJson } from "../../src/search/hit_json.ts";
import { docs, docsJson, GUIDE, withGuide } from "./program.ts";

const INDEX = ["--index", "guide.index"];

Deno.test("docs search answers in Japanese and in English, with path and lines", () =>
  withGuide(async (cwd) => {
    const cases = [
      [
        "設定ファイルはどこで探しますか",
        "setup.ja.md",
        "設定ファイルの場所",
        3,
      ],
      [
        "how many connections does the pool open",
        "pool.md",
        "Connection pool",
        9,
      ],
      ["version 1.0.21", "notes.txt", "", 1],
    ] as const;
    for (const [query, path, heading, line] of cases) {
      const result = await docsJson<SearchResultJson>(
        ["search", query, ...INDEX],
        { cwd },
      );
      const [hit] = result.hits;
      assert.equal(hit.path, path, query);
      assert.equal(hit.heading_path.at(-1) ?? "", heading);
      assert.equal(hit.start_line, line);
      const seen = await docs(["search", query, ...INDEX], { cwd });
      assert.equal(seen.code, 0);
      assert.ok(seen.stdout.includes(`${path}:`), seen.stdout);
    }
  }));

Deno.test("docs search --json has the documented shape and nothing else on stdout", () =>
  withGuide(async (cwd) => {
    const result = await docsJson<SearchResultJson>(
      ["search", "connection pool", "-k", "2", ...INDEX],
      { cwd },
    );
    assert.deepEqual(Object.keys(result), [
      "query",
      "took_ms",
      "index",
      "hits",
    ]);
    assert.equal(result.query, "connection pool");
    assert.equal(result.index.documents, 3);
    assert.ok(result.hits.length >= 1 && result.hits.length <= 2);
    result.hits.forEach((hit, i) => {
      assert.deepEqual(Object.keys(hit), [
        ...["rank", "id", "path", "anchor", "title", "heading_path", "url"],
        ...["score", "keyword_rank", "vector_rank", "child_count"],
        ...["start_line", "end_line", "snippet", "passages"],
      ]);
      assert.equal(hit.rank, i + 1);
      assert.equal(hit.id, `${hit.path}#${hit.anchor}`);
      assert.ok(hit.score >= 0 && hit.score <= 1);
      for (const passage of hit.passages) {
        // A passage is a slice of its source, between its lines.
        const source = GUIDE[`guide/${hit.path}`];
        assert.ok(source.includes(passage.text));
        assert.ok(passage.start_line >= hit.start_line);
        assert.ok(passage.end_line <= hit.end_line);
      }
    });
    assert.deepEqual(result.hits[0].heading_path, [
      "Connections",
      "Connection pool",
    ]);
    assert.equal(result.hits[0].title, "Database guide");
  }));

Deno.test("docs search --stdin prints an object a line in order, also for what is not found", () =>
  withGuide(async (cwd) => {
    const ended = await docs(["search", "--stdin", ...INDEX], {
      cwd,
      stdin: "connection pool\n？\nログの出力\n",
    });
    assert.equal(ended.code, 0, ended.stderr);
    const lines = ended.stdout.trimEnd().split("\n")
      .map((line) => JSON.parse(line) as SearchResultJson);
    assert.deepEqual(lines.map((line) => line.query), [
      "connection pool",
      "？",
      "ログの出力",
    ]);
    assert.equal(lines[0].hits[0].path, "pool.md");
    assert.deepEqual(lines[1].hits, []);
    assert.equal(lines[2].hits[0].path, "setup.ja.md");
  }));

Deno.test("docs search finds .docs/index upward, and DOCS_INDEX before it", () =>
  withGuide(async (cwd) => {
    const built = await docs(["build", "guide"], { cwd });
    assert.equal(built.code, 0, built.stderr);
    assert.ok(Deno.statSync(`${cwd}/.docs/index`).isFile);
    const found = await docsJson<SearchResultJson>(["search", "backup"], {
      cwd: `${cwd}/guide`,
    });
    assert.match(found.index.path, /\.docs\/index$/);
    const named = await docsJson<SearchResultJson>(["search", "backup"], {
      cwd: `${cwd}/guide`,
      env: { DOCS_INDEX: `${cwd}/guide.index` },
    });
    assert.match(named.index.path, /guide\.index$/);
  }));

Deno.test("docs search without an index of the user's says that it searches the guide in the program, and ends with 1 unless that was asked for", () =>
  withGuide(async (cwd) => {
    for (const query of ["インデックスを作る", "build an index"]) {
      const carried = ["--index", "carried"];
      const result = await docsJson<SearchResultJson>(
        ["search", query, ...carried],
        { cwd },
      );
      assert.ok(result.hits.length > 0, query);
      assert.ok(result.index.documents > 3);
      const asked = await docs(["search", query, ...carried], { cwd });
      assert.equal(asked.stderr, "");
      const fallback = await docs(["search", query], { cwd });
      assert.equal(fallback.code, 1);
      assert.equal(fallback.stdout, asked.stdout);
      assert.match(fallback.stderr, /no index here.*guide.*docs build FOLDER/);
    }
    const answer = await docs(["ask", "--offline", "インデックスを作るには"], {
      cwd,
    });
    assert.equal(answer.code, 1);
    assert.match(answer.stderr, /no index here/);
  }));

Deno.test("docs search ends with 1 when nothing is found, and says why", () =>
  withGuide(async (cwd) => {
    const cases: [string[], RegExp][] = [
      [["？"], /no word|nothing to search|no token|no letter/i],
      [["backup", "--in", "nowhere/**"], /nothing|no /i],
    ];
    for (const [args, message] of cases) {
      const ended = await docs(["search", ...args, ...INDEX], { cwd });
      assert.equal(ended.code, 1, ended.stderr);
      assert.equal(ended.stdout, "");
      assert.match(ended.stderr, message);
    }
  }));

Deno.test("docs search ends with 1 for a question that the documents do not answer, and names the nearest", () =>
  withGuide(async (cwd) => {
    for (
      const query of [
        "kubernetes ingress controller annotations",
        "シチューの作り方とじゃがいもの下ごしらえ",
      ]
    ) {
      const ended = await docs(["search", query, ...INDEX], { cwd });
      assert.equal(ended.code, 1, ended.stderr);
      assert.equal(ended.stdout, "");
      const [, below] = ended.stderr.split("The nearest:\n");
      const lines = below.trimEnd().split("\n");
      assert.ok(lines.length >= 1 && lines.length <= 3, ended.stderr);
      for (const line of lines) {
        assert.match(line, /^ {2}\S.* \([\w.]+, score 0\.[0-4]\d\)$/);
      }

      const asked = await docs(["search", query, "--json", ...INDEX], { cwd });
      assert.equal(asked.code, 1, asked.stderr);
      const { hits, nearest } = JSON.parse(asked.stdout) as SearchResultJson;
      assert.deepEqual(hits, []);
      assert.equal(nearest!.length, lines.length);
      nearest!.forEach(({ path, score }, at) => {
        const shown = `(${path}, score ${score.toFixed(2)})`;
        assert.ok(lines[at].endsWith(shown), lines[at]);
      });

      const all = await docsJson<SearchResultJson>(
        ["search", query, "--min-score", "0", ...INDEX],
        { cwd },
      );
      assert.equal(all.hits[0].id, nearest![0].id);
    }
  }));

Deno.test("docs search finds what a mistyped word means, and says so on stderr", () =>
  withGuide(async (cwd) => {
    const query = "maxConections";
    const ended = await docs(["search", query, ...INDEX], { cwd });
    assert.equal(ended.code, 0, ended.stderr);
    // The line is that of the word that was searched for.
    assert.match(ended.stdout, /pool\.md:11 /);
    assert.match(
      ended.stderr,
      /no document has "maxConections"; searched for "maxconnections"/,
    );
    const result = await docsJson<SearchResultJson>(
      ["search", query, ...INDEX],
      {
        cwd,
      },
    );
    assert.equal(result.query, query);
    assert.deepEqual(result.corrections, [
      { typed: "maxConections", taken: "maxconnections" },
    ]);
    assert.deepEqual(result.hits[0].heading_path.at(-1), "Connection pool");
  }));
