"""Drives one example server with the official Python client.

python client.py PROTOCOL TARGET.. SCENARIOS: PROTOCOL is `2026-07-28` or `2025-11-25`, TARGET a url or `stdio` and a
program with its arguments.
"""

import asyncio
import json
import os
import sys

from mcp import Client, StdioServerParameters, types

protocol, target, *rest = sys.argv[1:]
scenarios = json.load(open(rest.pop(), encoding="utf-8"))
answers = []


def answer_to(said):
    assert answers, f"asked once too often: {said}"
    answer = answers.pop(0)
    assert answer["about"] in said, f"not about {answer['about']}: {said}"
    return answer


async def elicit(_context, params):
    answer = answer_to(params.message)
    if "decline" in answer:
        return types.ElicitResult(action="decline")
    if "cancel" in answer:
        return types.ElicitResult(action="cancel")
    return types.ElicitResult(action="accept", content=answer["accept"])


async def sample(_context, params):
    said = " ".join(message.model_dump_json() for message in params.messages)
    content = types.TextContent(type="text", text=answer_to(said)["sample"])
    return types.CreateMessageResult(role="assistant", model="m", content=content)


async def call(client, scenario):
    name, arguments = scenario["name"], scenario.get("arguments", {})
    if scenario["call"] == "prompt":
        result = await client.get_prompt(name, arguments)
        return result.messages[0].content.text, False
    if scenario["call"] == "resource":
        result = await client.read_resource(name)
        return result.contents[0].text, False
    result = await client.call_tool(name, arguments)
    return result.content[0].text, bool(result.is_error)


async def main():
    where = target
    if target == "stdio":
        where = StdioServerParameters(command=rest[0], args=rest[1:], env=dict(os.environ))
    mode = protocol if protocol == "2026-07-28" else "legacy"
    async with Client(where, mode=mode, elicitation_callback=elicit, sampling_callback=sample) as client:
        for scenario in scenarios:
            answers[:] = scenario["answers"]
            text, is_error = await call(client, scenario)
            wanted = scenario.get("error", scenario.get("text"))
            found = (text, is_error, answers)
            assert wanted in text and is_error == ("error" in scenario) and not answers, f"{scenario['name']}: {found}"
    print(f"{len(scenarios)} calls")


asyncio.run(main())
