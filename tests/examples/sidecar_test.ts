import assert from "node:assert/strict";
import { join } from "node:path";
import { parse as parseYaml, parseAllDocuments } from "yaml";
import { httpPlan } from "../../src/http/http_plan.ts";
import { parse } from "../../src/cli/parse.ts";
import { singleUpstream } from "../../src/cli/single_upstream.ts";
import { commands } from "../../src/cli/table.ts";
import { proxyCommand } from "../../src/cli/table_proxy.ts";
import type { Parsed } from "../../src/cli/command.ts";
import { loadSettings } from "../../src/config/load_settings.ts";
import { docsCommands, shellLines } from "../corpus/_guide.ts";
import { environmentOf, readDockerfile } from "./_dockerfile.ts";

const FOLDER = join(import.meta.dirname!, "../../examples/sidecar");
const read = (name: string) => Deno.readTextFileSync(join(FOLDER, name));

const dockerfile = readDockerfile(read("Dockerfile"));
const compose = parseYaml(read("docker-compose.yml"));
const task = JSON.parse(read("ecs-task-definition.json"));
const kubernetes = parseAllDocuments(read("kubernetes.yaml")).map((it) => {
  assert.deepEqual(it.errors, []);
  return it.toJS();
});

const of = (name: string) =>
  dockerfile.filter((it) => it.name === name).map(({ value }) => value);

// deno-lint-ignore no-explicit-any -- of files of others' formats.
type Any = any;

/** The command, read by the program's own table; it must be docs proxy. */
function proxyOf(words: string[]): Parsed<typeof proxyCommand> {
  assert.deepEqual(words.slice(0, 2), ["docs", "proxy"]);
  const parsed = parse(proxyCommand, words.slice(2));
  assert.notEqual(parsed, "help");
  return parsed as Parsed<typeof proxyCommand>;
}

const container = (name: string) =>
  task.containerDefinitions.find((it: Any) => it.name === name);
const pod = () =>
  kubernetes.find(({ kind }) => kind === "Deployment").spec.template.spec;

const COMMANDS: Record<string, string[]> = {
  Dockerfile: JSON.parse(of("CMD")[0]),
  "ecs-task-definition.json": container("geo-mcp").command,
  "kubernetes.yaml": pod().initContainers[0].command,
};

Deno.test("the image has a pinned base, a pinned server and pinned packages", () => {
  for (const from of of("FROM")) {
    assert.match(from, /^\S+:\d+\.\d+\.\d+\S*@sha256:[0-9a-f]{64}$/);
  }
  const args = of("ARG").join("\n");
  assert.match(args, /^SERVER_REVISION=[0-9a-f]{40}$/m);
  for (const line of of("RUN")) {
    for (const [, install] of line.matchAll(/pip3? install ([^&|;]*)/g)) {
      assert.match(install, /--no-deps .*-r \/srv\/requirements\.txt/);
    }
    assert.doesNotMatch(line, /\bgit clone\b|\bcurl\b|\bwget\b/);
  }
  assert.match(of("RUN").join("\n"), /git rev-parse HEAD.*SERVER_REVISION/);
  const packages = read("requirements.txt").split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  assert.ok(packages.length > 20);
  for (const it of packages) assert.match(it, /^[\w-]+==\d[\w.]*$/);
  // mcp 2 is what the server breaks with.
  assert.ok(packages.some((it) => /^mcp==1\./.test(it)));
});

Deno.test("the image runs as another user than root", () => {
  assert.match(of("USER").at(-1)!, /^\d{4,}$/);
  assert.equal(pod().initContainers[0].securityContext.runAsUser, 10_001);
});

for (const [file, command] of Object.entries(COMMANDS)) {
  Deno.test(`${file}: docs proxy accepts the command, and the five adaptations are in it`, () => {
    const { flags, literal } = proxyOf(command);
    assert.equal(flags.transport, "streamablehttp");
    assert.equal(flags.port, 3001);
    assert.equal(flags["pass-environment"], true);
    assert.deepEqual(literal, ["python", "src/server.py"]);
    const config = singleUpstream(literal!, flags, new Map());
    assert.deepEqual(config.force, { save_file: false });
    assert.deepEqual(config.drop, ["output_dir"]);
    assert.equal(config.maxConcurrency, 1);
    assert.equal(config.maxResultChars, 15_000);
  });
}

/** How the command listens in an environment, or what it is refused with. */
function planOf(command: string[], env: Map<string, string>) {
  const { flags } = proxyOf(command);
  const settings = loadSettings({ flags, env: asVariables(env), cwd: "/" });
  return httpPlan(`${flags.host}:${flags.port}`, settings, undefined, "/");
}

function asVariables(env: Map<string, string>) {
  return {
    get: (name: string) => env.get(name),
    set: (name: string, value: string) => void env.set(name, value),
  };
}

Deno.test("the image listens for others because its environment says that it is meant", () => {
  const env = environmentOf(dockerfile);
  const plan = planOf(COMMANDS.Dockerfile, new Map(env));
  assert.equal(plan.hostname, "0.0.0.0");
  assert.deepEqual(plan.hosts, ["geo-mcp"]);
  assert.throws(
    () => planOf(COMMANDS.Dockerfile, new Map()),
    /there is no token/,
  );
  assert.ok(of("EXPOSE").includes("3001"));
});

Deno.test("in a task and in a pod nobody else reaches the sidecar", () => {
  for (const file of ["ecs-task-definition.json", "kubernetes.yaml"]) {
    const { hostname } = planOf(COMMANDS[file], new Map());
    assert.equal(hostname, "127.0.0.1", file);
  }
  assert.equal(container("geo-mcp").portMappings, undefined);
  assert.equal(pod().initContainers[0].ports, undefined);
});

Deno.test("compose: the sidecar is in its profile, and the service does not require it", () => {
  const { api, "geo-mcp": sidecar } = compose.services;
  assert.deepEqual(sidecar.profiles, ["mcp"]);
  assert.equal(api.profiles, undefined);
  assert.equal(api.depends_on["geo-mcp"].required, false);
  assert.equal(sidecar.ports, undefined);
  // The service calls it by the name that it allows.
  const { hostname, port, pathname } = new URL(api.environment.GEO_MCP_URL);
  assert.equal(sidecar.environment.DOCS_ALLOWED_HOSTS, hostname);
  assert.equal(port, "3001");
  assert.equal(pathname, "/mcp");
  assert.match(sidecar.healthcheck.test.join(" "), /127\.0\.0\.1:3001\/readyz/);
});

Deno.test("ECS: the task outlives its sidecar, and the key comes from the secret store", () => {
  assert.equal(container("api").essential, true);
  assert.equal(container("geo-mcp").essential, false);
  assert.deepEqual(container("api").dependsOn, [
    { containerName: "geo-mcp", condition: "START" },
  ]);
  const [secret] = container("geo-mcp").secrets;
  assert.equal(secret.name, "LIBRARY_API_KEY");
  assert.match(secret.valueFrom, /^arn:aws:secretsmanager:/);
  assert.equal(task.networkMode, "awsvpc");
});

Deno.test("Kubernetes: the sidecar goes on running, and the pod is ready without it", () => {
  const [sidecar] = pod().initContainers;
  assert.equal(sidecar.restartPolicy, "Always");
  assert.equal(sidecar.startupProbe, undefined);
  assert.equal(sidecar.readinessProbe, undefined);
  const { secretKeyRef } = sidecar.env[0].valueFrom;
  const secret = kubernetes.find(({ kind }) => kind === "Secret");
  assert.equal(secretKeyRef.name, secret.metadata.name);
  assert.ok(secretKeyRef.key in secret.stringData);
});

Deno.test("no file has a key, and images have versions", () => {
  for (const { name } of Deno.readDirSync(FOLDER)) {
    if (name === "docs") continue;
    const text = read(name);
    assert.doesNotMatch(text, /:latest\b/, name);
    assert.doesNotMatch(
      text,
      /LIBRARY_API_KEY["']?\s*[:=]\s*["']?[0-9a-f]{8}/,
      name,
    );
  }
});

Deno.test("the README's commands of docs are right, and its table has the article's troubles", () => {
  const text = read("README.md");
  let count = 0;
  for (const line of shellLines(text)) {
    for (const [name, ...rest] of docsCommands(line)) {
      const command = commands.find((it) => it.name === name);
      assert.ok(command, line);
      assert.doesNotThrow(() => parse(command, rest), line);
      count++;
    }
  }
  assert.equal(count, 2);
  for (
    const trouble of [/401/, /save a file/, /context length/, /under load/]
  ) {
    const row = text.split("\n").find((line) =>
      line.startsWith("|") && trouble.test(line)
    );
    assert.match(row ?? "", /`--[a-z-]+/, String(trouble));
  }
});

Deno.test({
  name: "the image builds, and the server in it answers docs probe",
  ignore: !await hasDocker(),
  async fn() {
    const docs = join(import.meta.dirname!, "../../dist/docs");
    const copy = join(FOLDER, "docs");
    await Deno.copyFile(docs, copy);
    try {
      const pulled = await docker("pull", of("FROM")[0]);
      if (pulled.code !== 0) {
        console.log(`not built, as the base cannot be had: ${pulled.stderr}`);
        return;
      }
      const built = await docker("build", "-t", IMAGE, FOLDER);
      assert.equal(built.code, 0, built.stderr);
      const probed = await docker(
        ...["run", "--rm", IMAGE, "docs", "probe", "--json"],
        ...["--", "python", "src/server.py"],
      );
      // Nothing says that it only reads, so nothing is called.
      assert.equal(probed.code, 1, probed.stderr);
      const names = JSON.parse(probed.stdout).tools.map((it: Any) => it.name);
      assert.ok(names.includes("get_multi_api"), probed.stdout);
    } finally {
      await Deno.remove(copy);
    }
  },
});

const IMAGE = "docs-example-sidecar";

async function docker(...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command("docker", { args })
    .output();
  const decoder = new TextDecoder();
  return {
    code,
    stdout: decoder.decode(stdout),
    stderr: decoder.decode(stderr),
  };
}

/** Whether there is a Docker that runs; a client alone builds nothing. */
async function hasDocker(): Promise<boolean> {
  try {
    const { success } = await new Deno.Command("docker", {
      args: ["version", "--format", "{{.Server.Version}}"],
      stdout: "null",
      stderr: "null",
    }).output();
    return success;
  } catch {
    return false;
  }
}
