// Drives one example server with the official TypeScript client.
//
//   node client.mjs MODULES PROTOCOL TARGET.. SCENARIOS
//
// PROTOCOL is `2026-07-28` or `2025-11-25`, TARGET a url or `stdio` and a program with its arguments. With TOKEN in the
// environment there is somebody who calls over HTTP.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, protocol, target, ...rest] = process.argv.slice(2);
const scenarios = JSON.parse(readFileSync(rest.pop(), "utf8"));
const require = createRequire(`${modules}/`);
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { Client, StreamableHTTPClientTransport } = (await load("@modelcontextprotocol/client"));
const { StdioClientTransport } = await load("@modelcontextprotocol/client/stdio");

const headers = process.env.TOKEN ? { authorization: `Bearer ${process.env.TOKEN}` } : {};
const transport = () =>
  target === "stdio"
    ? new StdioClientTransport({ command: rest[0], args: rest.slice(1), env: process.env, stderr: "inherit" })
    : new StreamableHTTPClientTransport(new URL(target), { requestInit: { headers } });

// What is to be answered, round by round. Questions of one round, a list in the list, may come in any order.
let answers = [];
const next = (said) => {
  const [round = []] = answers;
  const at = round.findIndex(({ about }) => said.includes(about));
  if (at < 0) throw new Error(`nothing is known about: ${said}; left: ${JSON.stringify(answers)}`);
  const [answer] = round.splice(at, 1);
  if (!round.length) answers.shift();
  return answer;
};

// What a person does on the pages of `calendar`: log in where there are several people, connect, allow it.
const browse = async (url) => {
  let cookie = "";
  const send = async (to, form) => {
    const body = form && new URLSearchParams(form);
    const method = form ? "POST" : "GET";
    const response = await fetch(to, { method, redirect: "manual", headers: cookie ? { cookie } : {}, body });
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    const location = response.headers.get("location");
    return location && new URL(location, url);
  };
  const login = await send(url);
  if (login) await send(new URL("/login", url), { name: "ann", next: login.searchParams.get("next") });
  const provider = await send(new URL("/connect", url), { link: new URL(url).searchParams.get("link") });
  const allowed = { owner: "ann@work", state: provider.searchParams.get("state"), redirect_uri: "/callback" };
  await send(await send(new URL("/provider/authorize", url), allowed));
};

const connect = async () => {
  const options = { capabilities: { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} } };
  if (protocol === "2026-07-28") options.versionNegotiation = { mode: { pin: protocol } };
  const client = new Client({ name: "typescript", version: "1" }, options);
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    const answer = next(params.message);
    if (answer.decline) return { action: "decline" };
    if (answer.cancel) return { action: "cancel" };
    if ((params.mode === "url") !== "opens" in answer) throw new Error(`another mode: ${JSON.stringify(params)}`);
    if (answer.opens) {
      // Agreed to first, and done a little later.
      setTimeout(() => browse(params.url), 300);
      return { action: "accept" };
    }
    return { action: "accept", content: answer.accept };
  });
  client.setRequestHandler("sampling/createMessage", async ({ params }) => {
    const { sample: text, calls } = next(JSON.stringify(params.messages));
    if (calls) {
      const content = calls.map((call) => ({ type: "tool_use", ...call }));
      return { role: "assistant", model: "m", stopReason: "toolUse", content };
    }
    return { role: "assistant", model: "m", content: { type: "text", text } };
  });
  client.setRequestHandler("roots/list", async () => ({ roots: next("roots").roots }));
  await client.connect(transport());
  return client;
};

const call = async (client, { call, name, arguments: args = {} }) => {
  if (call === "prompt") {
    const { messages } = await client.getPrompt({ name, arguments: args });
    return { text: messages[0].content.text };
  }
  if (call === "resource") {
    const { contents } = await client.readResource({ uri: name });
    return { text: contents[0].text };
  }
  const { content, isError } = await client.callTool({ name, arguments: args });
  return { text: content[0].text, isError: isError ?? false };
};

const client = await connect();
for (const scenario of scenarios) {
  answers = scenario.answers.map((round) => [round].flat());
  const { text, isError } = await call(client, scenario);
  const wanted = scenario.error ?? scenario.text;
  if (!text.includes(wanted) || (isError ?? false) !== "error" in scenario || answers.length) {
    throw new Error(`${scenario.name}: ${JSON.stringify({ text, isError, left: answers })}`);
  }
}
console.log(`${scenarios.length} calls`);
await client.close();
