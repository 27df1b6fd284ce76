import assert from "node:assert/strict";
import { FakeGeminiServer } from "../fixtures/fake_gemini_server.ts";
import { docs, docsJson, withFiles } from "./program.ts";

const FILES = {
  "guide/fees.md":
    "# Fees\n\n<!-- REVIEWER: the zanzibar fee is forty -->\n\nThe usual fee is twenty.\n\n## Late fees\n\n<!-- zanzibar pays nothing -->\n\nLate fees are ten.\n",
  "guide/card.mdx":
    "import X from 'zanzibar';\n\nexport const note = 'zanzibar';\n\n# Card\n\n<Card>{/* zanzibar */}</Card>\n\nThe card is green.\n",
  "guide/book.md": `# 本\n\n${
    Array.from(
      { length: 30 },
      (_, at) =>
        `<!-- ${
          `The zanzibar original of paragraph ${at} is kept here. `.repeat(12)
        } -->\n\n段落${at}の訳文です。手数料について述べます。\n`,
    ).join("\n")
  }`,
};

Deno.test("what a reader cannot see is not found, not quoted and not sent to a model", () =>
  withFiles(FILES, async (cwd) => {
    await docs(["build", "guide"], { cwd });
    const found = await docs(["search", "zanzibar"], { cwd });
    assert.equal(found.code, 1, found.stdout);
    for (const query of ["what is the zanzibar fee", "late fees", "手数料"]) {
      const asked = await docs(["ask", "--offline", query], { cwd });
      assert.ok(!/zanzibar/.test(asked.stdout), asked.stdout);
    }
    await using model = new FakeGeminiServer({
      steps: [{ text: "Late fees are ten [1]." }],
      key: "k",
    });
    const env = {
      GEMINI_API_KEY: "k",
      GOOGLE_GEMINI_BASE_URL: model.url,
    };
    const answer = await docs(["ask", "-k", "1", "how much are late fees"], {
      cwd,
      env,
    });
    assert.equal(answer.code, 0, answer.stderr);
    assert.equal(model.seen.length, 1);
    assert.ok(!JSON.stringify(model.seen[0].body).includes("zanzibar"));
    // The lines are those of the file, comments and all.
    assert.match(answer.stdout, /fees\.md:7-11/);
  }));

Deno.test("a passage that is nothing but a comment is no hit, and the line of a hit shows something", () =>
  withFiles(FILES, async (cwd) => {
    await docs(["build", "guide"], { cwd });
    interface Found {
      hits: {
        passages: { text: string; start_line: number }[];
        snippet: string;
      }[];
    }
    const { hits } = await docsJson<Found>(
      ["search", "段落17の訳文 手数料", "--in", "book.md"],
      { cwd },
    );
    const [{ passages, snippet }] = hits;
    assert.match(snippet, /訳文/);
    const visible = passages[0].text.replace(/<!--[^]*?(-->|$)|^[^]*?-->/g, "");
    assert.match(visible, /訳文/, passages[0].text);
    const got = await docs(["get", "fees.md"], { cwd });
    assert.equal(got.stdout, FILES["guide/fees.md"]);
  }));
