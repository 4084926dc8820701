"""Holds what record.py wrote down against the JSON Schema of the protocol's version: python validate.py SCHEMA LOG."""

import json
import sys

from jsonschema import Draft202012Validator

schema = json.load(open(sys.argv[1], encoding="utf-8"))
definitions = schema["$defs"]

# What the specification has as numbers is integers in the schema of its answers, and in that of 2025-11-25 in its forms.
for wrong in ("ElicitResult", "NumberSchema"):
    text = json.dumps(definitions[wrong])
    definitions[wrong] = json.loads(text.replace('"type": "integer"', '"type": "number"').replace('"string", "integer"', '"string", "number"'))


def methods(union):
    """The names of the definitions in a union of requests or notifications, by their method."""
    refs = [one["$ref"].rsplit("/", 1)[1] for one in definitions[union]["anyOf"]]
    return {definitions[name]["properties"]["method"]["const"]: name for name in refs}


REQUESTS = methods("ClientRequest") | (methods("ServerRequest") if "ServerRequest" in definitions else {})
NOTIFICATIONS = methods("ClientNotification") if "anyOf" in definitions["ClientNotification"] else {}
NOTIFICATIONS |= methods("ServerNotification")
if "$ref" in definitions["ClientNotification"]:
    name = definitions["ClientNotification"]["$ref"].rsplit("/", 1)[1]
    NOTIFICATIONS[definitions[name]["properties"]["method"]["const"]] = name


def result_of(request, message):
    """The definition of the result to a request."""
    if message["result"].get("resultType") == "input_required":
        return "InputRequiredResult"
    name = REQUESTS[request].removesuffix("Request") + "Result"
    return name if name in definitions else "EmptyResult"


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
    assert len(kinds) > 3, f"hardly anything was said: {kinds}"


main()
