/**
 * What `docs serve --stdio` costs until a client has its greeting, and until it
 * has its first result, in ms of CPU of a process that starts.
 *
 *     deno run -A tests/bench/serve_bench.ts INDEX [PROGRAM…]
 *
 * @module
 */

/** Figures of one program, ms of CPU. */
export interface ServeFigures {
  /** Until `initialize` is answered. */
  greeting: number;
  /** Until the first `search_docs` is answered. */
  result: number;
}

const messages = [
  {
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "bench", version: "1" },
    },
  },
  { method: "notifications/initialized" },
  {
    id: 2,
    method: "tools/call",
    params: {
      name: "search_docs",
      arguments: { query: "設定ファイルの場所 index" },
    },
  },
].map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");

/** The median of several starts; undefined where the system does not tell. */
export async function serveFigures(
  program: string,
  index: string,
  rounds: number,
): Promise<ServeFigures | undefined> {
  if (Deno.build.os !== "linux") return undefined;
  const all: ServeFigures[] = [];
  for (let i = 0; i < rounds; i++) all.push(await once(program, index));
  const median = (of: (it: ServeFigures) => number) =>
    all.map(of).sort((a, b) => a - b)[all.length >> 1];
  return {
    greeting: median((it) => it.greeting),
    result: median((it) => it.result),
  };
}

/** The figures as lines for people. */
export function serveLines(it: ServeFigures, hello: number): string[] {
  const row = (name: string, time: number) =>
    `${name.padEnd(44)} ${time.toFixed(1).padStart(7)} ms CPU   ` +
    `${(time / hello).toFixed(2)} x hello`;
  return [
    row("docs serve --stdio until it has greeted", it.greeting),
    row("until the first result", it.result),
  ];
}

async function once(program: string, index: string): Promise<ServeFigures> {
  const child = new Deno.Command(program, {
    args: ["serve", "--stdio", "--index", index],
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let read = "";
  const answered = async (id: number) => {
    while (!read.includes(`"id":${id}`) || !read.endsWith("\n")) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`${program} ended: ${read}`);
      read += value;
    }
    return cpuOf(child.pid);
  };
  const encoder = new TextEncoder();
  await writer.write(encoder.encode(messages[0]));
  const greeting = await answered(1);
  await writer.write(encoder.encode(messages[1] + messages[2]));
  const result = await answered(2);
  await writer.close();
  await reader.cancel();
  await child.status;
  return { greeting, result };
}

/** CPU of a process so far, and of its children that have ended, in ms. */
function cpuOf(pid: number): number {
  let nanoseconds = 0;
  for (const { name } of Deno.readDirSync(`/proc/${pid}/task`)) {
    const text = Deno.readTextFileSync(`/proc/${pid}/task/${name}/schedstat`);
    nanoseconds += Number(text.split(" ")[0]);
  }
  const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[13]) + Number(fields[14]);
  return nanoseconds / 1e6 + ticks * 10;
}

if (import.meta.main) {
  const [index, ...programs] = Deno.args;
  for (const program of programs.length > 0 ? programs : ["dist/docs"]) {
    console.log(program, await serveFigures(program, index, 15));
  }
}
