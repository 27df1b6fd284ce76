import assert from "node:assert/strict";
import { files, withIndex } from "./_with_index.ts";

Deno.test("docs search finds Japanese and English, and shows place, line and score", () =>
  withIndex(async (_, cli) => {
    const { code, stdout } = await cli(["search", "connection", "pool"]);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^1\. Installing › Install › On Linux\n {3}guide\/install\.md:12 {2}score \d\.\d\d\n {3}.*connection pool/,
    );
    const marked = await cli(["search", "全文検索"], { terminal: true });
    assert.match(marked.stdout, /^1\. .*設定 › 全文検索/);
    assert.ok(
      marked.stdout.includes("\x1b[1;4m全文検索\x1b[22;24m"),
      marked.stdout,
    );
    for (const [name, value] of [["NO_COLOR", "1"], ["TERM", "dumb"]]) {
      const env = { [name]: value };
      const plain = await cli(["search", "全文検索"], { terminal: true, env });
      assert.ok(!plain.stdout.includes("\x1b"));
    }
  }));

Deno.test("docs search names the line of the file, also of a page and of a row", () =>
  withIndex(async (folder, cli) => {
    const page = [
      "<title>Pump</title><main><h1>Pump</h1>",
      ...Array(9).fill("<script>let nothing;</script>"),
      "<p>",
      "The flange of the pump.</p>",
    ];
    Deno.writeTextFileSync(`${folder}/src/pump.html`, page.join("\n"));
    assert.equal((await cli(["build", "src"])).code, 0);
    const { stdout } = await cli(["search", "flange", "-k1"]);
    assert.match(stdout, /pump\.html:12 {2}score/);
    const row = await cli(["search", "reads a file as text", "-k1"]);
    assert.match(row.stdout, /Deno\.readTextFile:2 {2}score/);
  }));

Deno.test("docs search --json has the agreed shape", () =>
  withIndex(async (folder, cli) => {
    const { stdout } = await cli([
      "search",
      "connection pool",
      "-k",
      "1",
      "--json",
    ]);
    const result = JSON.parse(stdout);
    assert.deepEqual(Object.keys(result), [
      "query",
      "took_ms",
      "index",
      "hits",
    ]);
    assert.equal(result.query, "connection pool");
    assert.equal(result.index.path, `${folder}/.docs/index`);
    assert.equal(result.hits.length, 1);
    const [hit] = result.hits;
    assert.deepEqual(Object.keys(hit), [
      "rank",
      "id",
      "path",
      "anchor",
      "title",
      "heading_path",
      "url",
      "score",
      "keyword_rank",
      "vector_rank",
      "child_count",
      "start_line",
      "end_line",
      "snippet",
      "passages",
    ]);
    assert.equal(hit.id, "guide/install.md#linux");
    assert.deepEqual(hit.heading_path, ["Install", "On Linux"]);
    assert.deepEqual(Object.keys(hit.passages[0]), [
      "start_line",
      "end_line",
      "text",
    ]);
  }));

Deno.test("docs search counts hits by -k, else TOP_K_RESULTS, and says why nothing was found", () =>
  withIndex(async (_, cli) => {
    const count = async (argv: string[], env = {}) =>
      JSON.parse(
        (await cli(["search", "a file 設定", "--json", ...argv], { env }))
          .stdout,
      ).hits.length;
    assert.equal(await count([], { TOP_K_RESULTS: "2" }), 2);
    assert.equal(await count(["-k1"], { TOP_K_RESULTS: "2" }), 1);
    const sign = await cli(["search", "？"]);
    assert.equal(sign.code, 1);
    assert.equal(
      sign.stderr,
      'docs: the query "？" has no word to search for\n',
    );
    const none = await cli(["search", "zzzzqqqq", "--min-score", "1"]);
    assert.equal(none.code, 1);
    assert.match(
      none.stderr,
      /^docs: nothing relevant found for "zzzzqqqq" \(no score of 1, flag --min-score; --min-score 0 shows all\)\nThe nearest:\n {2}\S/,
    );
    assert.equal(none.stdout, "");
    const inside = await cli([
      "search",
      "設定 installer",
      "--in",
      "guide/設定.md",
      "--min-score",
      "0",
      "--json",
    ]);
    assert.deepEqual(
      [
        ...new Set(
          JSON.parse(inside.stdout).hits.map(({ path }: { path: string }) =>
            path
          ),
        ),
      ],
      ["guide/設定.md"],
    );
  }));

Deno.test("docs search --stdin answers each line in order and ends with 0", () =>
  withIndex(async (_, cli) => {
    const { code, stdout } = await cli(["search", "--stdin"], {
      stdin: "connection pool\n\n？\n--no-cache\n全文検索",
    });
    assert.equal(code, 0);
    const lines = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(lines.map(({ query }) => query), [
      "connection pool",
      "",
      "？",
      "--no-cache",
      "全文検索",
    ]);
    assert.equal(lines[0].hits[0].id, "guide/install.md#linux");
    assert.deepEqual(Object.keys(lines[1]).slice(0, 4), Object.keys(lines[0]));
    assert.deepEqual(lines[1].hits, []);
    assert.equal(lines[1].error, "the query is empty");
    assert.deepEqual(lines[2].hits, []);
    assert.match(lines[2].error, /no word/);
    assert.ok(Array.isArray(lines[3].hits));
    assert.equal(lines[4].hits[0].path, "guide/設定.md");
  }));

Deno.test("docs search warns of a model that is not the index's", () =>
  withIndex(async (_, cli) => {
    const other = await cli(["search", "pool"], {
      env: { EMBEDDING_MODEL: "intfloat/x" },
    });
    assert.equal(other.code, 0);
    assert.match(
      other.stderr,
      /built with static-ja-en-256\.2, which counts; intfloat\/x \(environment EMBEDDING_MODEL\)/,
    );
    const same = await cli(["search", "pool"], {
      env: { EMBEDDING_MODEL: "static-ja-en-256" },
    });
    assert.equal(same.stderr, "");
  }));

Deno.test("docs search obeys the docs.json in the root of the index", () =>
  withIndex(async (folder, cli) => {
    Deno.writeTextFileSync(
      `${folder}/src/docs.json`,
      '{"minScore": 1, "offline": true}',
    );
    const status = JSON.parse((await cli(["status", "--json"])).stdout);
    const origin = `docs.json ${folder}/src/docs.json`;
    for (const [name, value] of [["minScore", 1], ["offline", true]]) {
      const setting = status.settings.find((one: { name: string }) =>
        one.name === name
      );
      assert.deepEqual(setting, { name, value, origin });
    }
    const hits = async (argv: string[]) =>
      JSON.parse(
        (await cli(["search", "a file 設定", "--json", ...argv])).stdout,
      )
        .hits.length;
    assert.ok(await hits([]) < await hits(["--min-score", "0"]));
    Deno.writeTextFileSync(
      `${folder}/src/docs.json`,
      '{"command": "touch pwned"}',
    );
    // Who reads is told and goes on; a build is refused.
    const read = await cli(["search", "pool"]);
    assert.equal(read.code, 0);
    assert.match(
      read.stderr,
      /"command" may not be in a docs\.json.*not heeded/,
    );
    const built = await cli(["build", "src"]);
    assert.equal(built.code, 2);
    assert.match(built.stderr, /"command" may not be in a docs\.json/);
  }));

Deno.test("docs search --stdin fails on a damaged index; it does not answer line by line", () =>
  withIndex(async (folder, cli) => {
    const index = `${folder}/harmed.index`;
    await cli(["build", "src", "-o", index]);
    const bytes = Deno.readFileSync(index);
    bytes[bytes.length >> 1] ^= 1;
    Deno.writeFileSync(index, bytes);
    const ran = await cli(["search", "--stdin", "--index", index], {
      stdin: "設定\npool\n",
    });
    assert.equal(ran.code, 2);
    assert.match(ran.stderr, /damaged/);
  }));

Deno.test("docs get prints exactly what the source has", () =>
  withIndex(async (_, cli) => {
    const get = async (...argv: string[]) => {
      const ran = await cli(["get", ...argv]);
      assert.equal(ran.code, 0, ran.stderr);
      return ran.stdout;
    };
    const whole = files["guide/install.md"];
    assert.equal(await get("guide/install.md"), whole);
    assert.equal(
      await get("guide/install.md#linux"),
      whole.slice(whole.indexOf("## On")),
    );
    assert.equal(await get("guide/install.md#"), "Before any heading.\n\n");
    assert.equal(
      await get("guide/install.md", "--lines", "6:8"),
      "# Install\n\nRun the installer.\n",
    );
    assert.equal(
      await get("guide/install.md", "--lines", "14:"),
      "### Deeper\n\nMore words here.\n",
    );
    assert.equal(await get("guide/install.md", "--lines", ":1"), "---\n");
    assert.equal(
      await get("guide/install.md#linux", "--lines", "8:12"),
      whole.slice(whole.indexOf("## On"), whole.indexOf("\n### D")),
    );
    assert.equal(await get("Deno.readTextFile"), "Reads a file\nas text.");
    assert.equal(await get("fetch#x"), "Fetches a resource.");
    const beyond = await cli(["get", "guide/install.md", "--lines", "40:50"]);
    assert.equal(beyond.code, 2);
    assert.match(
      beyond.stderr,
      /has no lines 40 to 50\nIt has lines 1 to 16/,
    );
  }));

Deno.test("docs get --json tells where the text stands", () =>
  withIndex(async (_, cli) => {
    const get = async (...argv: string[]) =>
      JSON.parse((await cli(["get", "--json", ...argv])).stdout);
    const { text, ...section } = await get("guide/install.md#linux");
    assert.match(text, /^## On Linux/);
    assert.deepEqual(section, {
      id: "guide/install.md#linux",
      path: "guide/install.md",
      anchor: "linux",
      title: "Installing",
      start_line: 10,
      end_line: 16,
      url: "guide/install.md#linux",
    });
    const whole = await get("guide/install.md");
    assert.deepEqual([
      whole.id,
      whole.anchor,
      whole.start_line,
      whole.end_line,
      whole.url,
    ], ["guide/install.md", null, 1, 16, "guide/install.md"]);
    const row = await get("Deno.readTextFile");
    assert.deepEqual([row.start_line, row.end_line], [2, 2]);
    const lines = await get("guide/install.md", "--lines", "6:99");
    assert.deepEqual([lines.start_line, lines.end_line], [6, 16]);
  }));

Deno.test("docs list shows documents and their sections", () =>
  withIndex(async (_, cli) => {
    const list = JSON.parse((await cli(["list", "--json"])).stdout);
    assert.deepEqual(list.map(({ path }: { path: string }) => path), [
      "fetch#x",
      "Deno.readTextFile",
      "guide/install.md",
      "guide/設定.md",
    ]);
    assert.deepEqual(list[3], {
      path: "guide/設定.md",
      title: "設定",
      lang: "ja",
      url: "guide/設定.md",
    });
    const sections = JSON.parse(
      (await cli(["list", "--sections", "--json"])).stdout,
    );
    assert.deepEqual(sections[3].sections, [
      { anchor: "設定", heading_path: ["設定"], start_line: 1, end_line: 4 },
      {
        anchor: "全文検索",
        heading_path: ["設定", "全文検索"],
        start_line: 5,
        end_line: 7,
      },
    ]);
    const text = (await cli(["list", "--sections"])).stdout;
    assert.match(text, /^guide\/設定\.md {2}設定\n {4}#設定 {2}設定 {2}1-4\n/m);
  }));

Deno.test("docs status finds what has changed, and nothing where nothing has", () =>
  withIndex(async (folder, cli) => {
    const status = async () =>
      JSON.parse((await cli(["status", "--json"])).stdout);
    const fresh = await status();
    assert.equal(fresh.index.path, `${folder}/.docs/index`);
    assert.ok(fresh.intact);
    assert.ok(fresh.parts.length > 5);
    assert.deepEqual(fresh.files, {
      root: `${folder}/src`,
      missing_sources: [],
      changed: [],
      new: [],
      deleted: [],
    });
    assert.ok(
      fresh.settings.some(({ name, origin }: Record<string, string>) =>
        name === "minScore" && origin === "default"
      ),
    );
    assert.match(
      (await cli(["status"])).stdout,
      /^files +3 files, all as they were indexed$/m,
    );

    const install = `${folder}/src/guide/install.md`;
    Deno.writeTextFileSync(
      install,
      files["guide/install.md"].replace("Run", "Ran"),
    );
    Deno.removeSync(`${folder}/src/guide/設定.md`);
    Deno.writeTextFileSync(`${folder}/src/new.md`, "# New");
    const stale = await status();
    assert.deepEqual(stale.files, {
      root: `${folder}/src`,
      missing_sources: [],
      changed: ["guide/install.md"],
      new: ["new.md"],
      deleted: ["guide/設定.md"],
    });
    const text = await cli(["status"]);
    assert.equal(text.code, 0);
    assert.match(text.stdout, /STALE: 1 changed, 1 new, 1 deleted/);

    Deno.renameSync(`${folder}/src`, `${folder}/away`);
    const gone = await status();
    assert.deepEqual(gone.files.missing_sources, [`${folder}/src`]);
    assert.deepEqual(gone.files.deleted, []);
    assert.match(
      (await cli(["status"])).stdout,
      /is not there, so its files cannot be compared/,
    );
  }));

Deno.test("docs status tells a damaged index from a sound one (bug B11)", () =>
  withIndex(async (folder, cli) => {
    const path = `${folder}/.docs/index`;
    const sound = Deno.readFileSync(path);
    for (const at of [0.05, 0.4, 0.7]) {
      const flipped = sound.slice();
      flipped[Math.floor(sound.length * at)] ^= 0x10;
      Deno.writeFileSync(path, flipped);
      const ran = await cli(["status", "--json"]);
      assert.equal(ran.code, 2);
      assert.equal(JSON.parse(ran.stdout).intact, false);
      assert.notEqual(ran.stderr, "");
    }
    Deno.writeFileSync(path, sound.subarray(0, sound.length / 2));
    const cut = await cli(["status"]);
    assert.equal(cut.code, 2);
    assert.match(cut.stdout, /^index +none: /m);
    assert.match(cut.stdout, /^settings$/m);
    assert.match(cut.stderr, /docs build/);
  }));

Deno.test("docs reads the index that VECTOR_STORE_PATH and COLLECTION_NAME name, and builds it", () =>
  withIndex(async (folder, cli) => {
    const env = { VECTOR_STORE_PATH: "vector_store" };
    assert.equal((await cli(["list"], { env })).code, 2);
    assert.equal((await cli(["build", "src/guide"], { env })).code, 0);
    assert.ok(Deno.statSync(`${folder}/vector_store/api_docs.index`).isFile);
    const list = await cli(["list"], { env });
    assert.deepEqual(list.stdout.split("\n").length, 3);
    const status = JSON.parse(
      (await cli(["status", "--json"], { env })).stdout,
    );
    assert.equal(status.index.from, "environment VECTOR_STORE_PATH");
  }));
