import { equal } from "node:assert/strict";
import { detectLanguage } from "../../src/text/detect_language.ts";

Deno.test("detectLanguage() tells Japanese, English and neither", () => {
  equal(detectLanguage("設定ファイルを読み込みます。"), "ja");
  equal(detectLanguage("設定"), "ja");
  equal(detectLanguage("ﾘﾎﾟｼﾞﾄﾘ"), "ja");
  equal(detectLanguage("The configuration is read from a file."), "en");
  equal(detectLanguage("Getting Started"), "en");
  equal(detectLanguage(""), "und");
  equal(detectLanguage("1234 --- 🎉"), "und");
  equal(detectLanguage("Привет, как дела"), "und");
  equal(detectLanguage("한국어 텍스트입니다"), "und");
  equal(detectLanguage("ภาษาไทย"), "und");
  equal(detectLanguage("这是中文文档。".repeat(20)), "und");
  equal(
    detectLanguage(
      "Der schnelle Fuchs springt über den faulen Hund. ".repeat(9),
    ),
    "und",
  );
});

Deno.test("detectLanguage() takes a Japanese page full of code for Japanese", () => {
  const code = "const server = await createServer({ port: 3000 });\n";
  equal(
    detectLanguage(
      `# 起動\n\n起動します。\n\n\`\`\`ts\n${code.repeat(99)}\`\`\`\n`,
    ),
    "ja",
  );
  equal(detectLanguage("`createServer()` は `ViteDevServer` を返す"), "ja");
  equal(detectLanguage("npm create vite@latest で Vite を使う"), "ja");
});

Deno.test("detectLanguage() takes an English page that quotes Japanese for English", () => {
  equal(
    detectLanguage(
      "The tokenizer cuts 検索 into bigrams, so that a query finds the word " +
        "inside of longer runs, and the same function is used on both sides.",
    ),
    "en",
  );
});

Deno.test("detectLanguage() is not led astray by a fence inside a longer fence", () => {
  const inner =
    "```\nthe words of the code are not the words of the page\n```\n";
  equal(
    detectLanguage("````md\n" + inner.repeat(30) + "````\n説明です。"),
    "ja",
  );
});
