"""Holds what record.py wrote down against the JSON Schema of the protocol's version: python validate.py SCHEMA LOG."""

import json
import sys

from jsonschema import Draft202012Validator

schema = json.load(open(sys.argv[1], encoding="utf-8"))
definitions = schema["$defs"]

# The specification has any number here; the published schemas have integers.
def numbers(name):
    text = json.dumps(definitions[name])
    patched = text.replace('"type": "integer"', '"type": "number"').replace('"string", "integer"', '"string", "number"')
    assert patched != text, f"{name} is right by now"
    definitions[name] = json.loads(patched)


IS_MODERN = "InputRequiredResult" in definitions
numbers("ElicitResult")
if not IS_MODERN:
    numbers("NumberSchema")


def methods(union):
    """The names of the definitions in a union of requests or notifications, by their method."""
    refs = [one["$ref"].rsplit("/", 1)[1] for one in definitions[union]["anyOf"]]
    return {definitions[name]["properties"]["method"]["const"]: name for name in refs}


def notifications(definition):
    """The same where there may be one only."""
    if "anyOf" in definitions[definition]:
        return methods(definition)
    return {definitions[definition]["properties"]["method"]["const"]: definition}


REQUESTS = methods("ClientRequest") | ({} if IS_MODERN else methods("ServerRequest"))
NOTIFICATIONS = notifications("ClientNotification") | notifications("ServerNotification")
# What has no result of its own.
EMPTY = {"ping", "resources/subscribe", "resources/unsubscribe", "logging/setLevel"}
# Something was asked, or nothing was tried.
ASKS = {"InputRequiredResult"} if IS_MODERN else {"ElicitRequest", "CreateMessageRequest", "ListRootsRequest"}


def result_of(request, message):
    """The definition of the result to a request."""
    if message["result"].get("resultType") == "input_required":
        return "InputRequiredResult"
    if request in EMPTY:
        return "EmptyResult"
    return REQUESTS[request].removesuffix("Request") + "Result"


def validate(name, value):
    checker = Draft202012Validator({"$schema": schema["$schema"], "$defs": definitions, "$ref": f"#/$defs/{name}"})
    errors = [f"{error.json_path}: {error.message}" for error in checker.iter_errors(value)]
    assert not errors, f"not a {name}: {json.dumps(value)}\n" + "\n".join(errors)


def main():
    sent = {}
    kinds = set()
    for line in open(sys.argv[2], encoding="utf-8"):
        entry = json.loads(line)
        sender, message = entry["from"], entry["message"]
        if "method" in message and "id" in message:
            sent[sender, message["id"]] = message["method"]
            name = REQUESTS[message["method"]]
        elif "method" in message:
            name = NOTIFICATIONS[message["method"]]
        elif "result" in message:
            asker = "server" if sender == "client" else "client"
            name = result_of(sent[asker, message["id"]], message)
            validate("JSONRPCResultResponse", message)
            message = message["result"]
        else:
            name = "JSONRPCErrorResponse"
        validate(name, message)
        kinds.add(name)
    assert kinds & ASKS, f"nothing was asked: {kinds}"


main()
