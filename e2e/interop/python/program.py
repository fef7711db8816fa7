"""A Python lock library behind the line protocol of ../protocol.ts: `python program.py <PyPI name>`.

Each holder is a thread, which is what redis-py takes for one.
"""

import json
import os
import queue
import sys
import threading
from importlib.metadata import version

from libraries import LIBRARIES

connections = {}
holders = {}
output = threading.Lock()


def say(line):
    with output:
        print(json.dumps(line), flush=True)


class Holder(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True)
        self.requests = queue.Queue()
        self.holds = []
        self.start()

    def run(self):
        while (request := self.requests.get()) is not None:
            answer(request, self.perform)

    def perform(self, request):
        match request["do"]:
            case "acquire":
                acquire = connections[request["connection"]]
                held = acquire(request["keys"][0], seconds(request, "waitMs"), seconds(request, "leaseMs"))
                if held is None:
                    return {"acquired": False}
                self.holds.append(held)
                return {"acquired": True, "token": held.token}
            case "release":
                self.holds.pop().release()
            case "extend":
                self.holds[-1].extend(seconds(request, "leaseMs"))
            case "state":
                pass
            case other:
                raise ValueError(f'cannot do "{other}"')
        return {}


def seconds(request, name):
    return request[name] / 1000 if name in request else None


def answer(request, perform):
    try:
        say({"event": "done", "id": request["id"], "result": perform(request)})
    except Exception as error:
        say({"event": "failed", "id": request["id"], "error": type(error).__name__, "message": str(error)})


def connect(open_library):
    def perform(request):
        connections[request["connection"]] = open_library(request["nodes"][0])
        return {}

    return perform


def leave(request):
    holder = holders.pop(request["holder"], None)
    if holder:
        holder.requests.put(None)
    return {}


def main():
    library = sys.argv[1]
    open_library = LIBRARIES[library]
    say({"event": "ready", "library": library, "version": version(library)})
    for line in sys.stdin:
        request = json.loads(line)
        if request["do"] == "connect":
            answer(request, connect(open_library))
        elif request["do"] == "leave":
            answer(request, leave)
        else:
            if request["holder"] not in holders:
                holders[request["holder"]] = Holder()
            holders[request["holder"]].requests.put(request)
    os._exit(0)  # locks that are held lapse, as they do when a process dies


main()
