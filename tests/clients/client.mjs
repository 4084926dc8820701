// Drives one example server with the official TypeScript client.
//
//   node client.mjs MODULES PROTOCOL TARGET.. SCENARIOS
//
// PROTOCOL is `2026-07-28` or `2025-11-25`, TARGET a url or `stdio` and a program with its arguments.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, protocol, target, ...rest] = process.argv.slice(2);
const scenarios = JSON.parse(readFileSync(rest.pop(), "utf8"));
const require = createRequire(`${modules}/`);
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { Client, StreamableHTTPClientTransport } = (await load("@modelcontextprotocol/client"));
const { StdioClientTransport } = await load("@modelcontextprotocol/client/stdio");

const transport = () =>
  target === "stdio"
    ? new StdioClientTransport({ command: rest[0], args: rest.slice(1), env: process.env, stderr: "inherit" })
    : new StreamableHTTPClientTransport(new URL(target));

let answers = [];
const next = (said) => {
  const answer = answers.shift();
  if (!answer) throw new Error(`asked once too often: ${said}`);
  if (!said.includes(answer.about)) throw new Error(`not about ${answer.about}: ${said}`);
  return answer;
};

const connect = async () => {
  const options = { capabilities: { elicitation: { form: {} }, sampling: {} } };
  if (protocol === "2026-07-28") options.versionNegotiation = { mode: { pin: protocol } };
  const client = new Client({ name: "typescript", version: "1" }, options);
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    const answer = next(params.message);
    if (answer.decline) return { action: "decline" };
    if (answer.cancel) return { action: "cancel" };
    return { action: "accept", content: answer.accept };
  });
  client.setRequestHandler("sampling/createMessage", async ({ params }) => {
    const text = next(JSON.stringify(params.messages)).sample;
    return { role: "assistant", model: "m", content: { type: "text", text } };
  });
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
  answers = [...scenario.answers];
  const { text, isError } = await call(client, scenario);
  const wanted = scenario.error ?? scenario.text;
  if (!text.includes(wanted) || (isError ?? false) !== "error" in scenario || answers.length) {
    throw new Error(`${scenario.name}: ${JSON.stringify({ text, isError, left: answers })}`);
  }
}
console.log(`${scenarios.length} calls`);
await client.close();
