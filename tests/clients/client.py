"""Drives one example server with the official Python client.

python client.py PROTOCOL TARGET.. SCENARIOS: PROTOCOL is `2026-07-28` or `2025-11-25`, TARGET a url or `stdio` and a
program with its arguments. With TOKEN in the environment there is somebody who calls over HTTP.
"""

import asyncio
import json
import os
import sys
from urllib.parse import parse_qs, urljoin, urlsplit

import httpx2
from mcp import Client, StdioServerParameters, types
from mcp.client.streamable_http import streamable_http_client

protocol, target, *rest = sys.argv[1:]
scenarios = json.load(open(rest.pop(), encoding="utf-8"))
answers = []


pages = set()


def answer_to(said):
    """What is to be answered, round by round. Questions of one round, a list in the list, may come in any order."""
    known = [answer for answer in (answers or [[]])[0] if answer["about"] in said]
    assert known, f"nothing is known about: {said}; left: {answers}"
    answers[0].remove(known[0])
    if not answers[0]:
        answers.pop(0)
    return known[0]


def parameter(url, name):
    return parse_qs(urlsplit(str(url)).query)[name][0]


async def browse(url):
    """What a person does on the pages of `calendar`: log in where there are several people, connect, allow it."""
    # Agreed to first, and done a little later.
    await asyncio.sleep(0.3)
    async with httpx2.AsyncClient(follow_redirects=False) as browser:

        async def post(path, **form):
            return (await browser.post(urljoin(url, path), data=form)).headers["location"]

        shown = await browser.get(url)
        if shown.is_redirect:
            await post("/login", name="ann", next=parameter(shown.headers["location"], "next"))
        provider = await post("/connect", link=parameter(url, "link"))
        state = parameter(provider, "state")
        back = await post("/provider/authorize", owner="ann@work", state=state, redirect_uri="/callback")
        await browser.get(urljoin(url, back))


async def elicit(_context, params):
    answer = answer_to(params.message)
    if "decline" in answer:
        return types.ElicitResult(action="decline")
    if "cancel" in answer:
        return types.ElicitResult(action="cancel")
    assert (getattr(params, "mode", "form") == "url") == ("opens" in answer), f"another mode: {params}"
    if "opens" in answer:
        pages.add(asyncio.create_task(browse(params.url)))
        return types.ElicitResult(action="accept")
    return types.ElicitResult(action="accept", content=answer["accept"])


async def sample(_context, params):
    said = " ".join(message.model_dump_json() for message in params.messages)
    answer = answer_to(said)
    if "calls" in answer:
        content = [types.ToolUseContent(type="tool_use", **call) for call in answer["calls"]]
        return types.CreateMessageResultWithTools(role="assistant", model="m", content=content, stop_reason="toolUse")
    content = types.TextContent(type="text", text=answer["sample"])
    return types.CreateMessageResult(role="assistant", model="m", content=content)


async def roots(_context):
    return types.ListRootsResult(roots=[types.Root(**root) for root in answer_to("roots")["roots"]])


def http():
    token = os.environ.get("TOKEN")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return streamable_http_client(target, http_client=httpx2.AsyncClient(headers=headers, timeout=60))


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
    if target == "stdio":
        where = StdioServerParameters(command=rest[0], args=rest[1:], env=dict(os.environ))
    else:
        where = http()
    mode = protocol if protocol == "2026-07-28" else "legacy"
    callbacks = {"elicitation_callback": elicit, "sampling_callback": sample, "list_roots_callback": roots}
    tools = types.SamplingCapability(tools=types.SamplingToolsCapability())
    async with Client(where, mode=mode, sampling_capabilities=tools, **callbacks) as client:
        for scenario in scenarios:
            answers[:] = [round if isinstance(round, list) else [round] for round in scenario["answers"]]
            text, is_error = await call(client, scenario)
            await asyncio.gather(*pages)
            pages.clear()
            wanted = scenario.get("error", scenario.get("text"))
            found = (text, is_error, answers)
            assert wanted in text and is_error == ("error" in scenario) and not answers, f"{scenario['name']}: {found}"
    print(f"{len(scenarios)} calls")


asyncio.run(main())
