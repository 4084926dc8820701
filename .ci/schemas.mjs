// Writes the JSON Schemas of MCP, which the conformance suite has in its code: `node schemas.mjs SUITE DIRECTORY` makes
// `DIRECTORY/2025-11-25.json` and `DIRECTORY/2026-07-28.json`.
import { readFileSync, writeFileSync } from "node:fs";

const [suite, directory] = process.argv.slice(2);
const code = readFileSync(suite, "utf8");

// The object literal that begins at `start`: literals hold braces in strings, too.
const literal = (start) => {
  let depth = 0;
  let quote = "";
  for (let at = start; at < code.length; at += 1) {
    const character = code[at];
    if (character === "\\") at += 1;
    else if (quote) quote = character === quote ? "" : quote;
    else if ("`'\"".includes(character)) quote = character;
    else if (character === "{") depth += 1;
    else if (character === "}" && (depth -= 1) === 0) return code.slice(start, at + 1);
  }
  throw new Error("an object without an end");
};

const begin = /\{\$schema:`https:\/\/json-schema\.org\/draft\/2020-12\/schema`,\$defs:\{Annotations:/g;
const schemas = [...code.matchAll(begin)].map(({ index }) => (0, eval)(`(${literal(index)})`));
const of = (has) => {
  const found = schemas.filter(({ $defs }) => "InputRequiredResult" in $defs === has);
  if (found.length !== 1) throw new Error(`${found.length} schemas in ${suite}`);
  return JSON.stringify(found[0]);
};
writeFileSync(`${directory}/2025-11-25.json`, of(false));
writeFileSync(`${directory}/2026-07-28.json`, of(true));
