"""A program of somebody who has python3-socketio and the page for programs, and never saw this code.

Told by one line of JSON on its input: the address, how it asks, the club and a device. Prints what it saw as JSON.
"""
import json
import sys
import threading
import urllib.request

import socketio

given = json.loads(sys.stdin.readline())
url, credentials, client_id, number = (given[name] for name in ("url", "credentials", "clientId", "number"))
authorization = credentials.get("authorization") or "Bearer " + credentials["token"]
devices = f"/devices/rt/{client_id}"


def ask(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + "/api" + path, data=data, method=method)
    request.add_header("Authorization", authorization)
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read() or b"null")


events = {
    f"app/client/{client_id}/device/list_connected": "app/client/device/list_connected",
    f"app/device/{number}/board/status": "app/device/board/status",
    f"app/device/{number}/data/json/all": "app/device/data/json/all",
    f"app/device/{number}/ind/json/all": "app/device/ind/json/all",
    f"app/device/{number}/scenario/status": "app/device/scenario/status",
    f"app/client/{client_id}/record/update": "app/client/record/update",
}
heard = {}
entered = set()
refused = []
something = threading.Condition()
socket = socketio.Client(reconnection=False)


def hear(event):
    def listen(payload):
        with something:
            heard.setdefault(event, []).append(payload)
            something.notify_all()

    socket.on(event, listen)


for one in events.values():
    hear(one)


@socket.on("message/info")
def info(message):
    with something:
        entered.add(message["room"])
        something.notify_all()


@socket.on("message/error")
def error(message):
    refused.append(message)


def wait(what, is_so, seconds=60):
    with something:
        if not something.wait_for(is_so, seconds):
            raise SystemExit(f"{what} did not come; refused: {refused}; heard: {sorted(heard)}")


def any_of(event, is_wanted):
    return lambda: any(is_wanted(payload) for payload in heard.get(event, []))


socket.connect(url, transports=[given["transport"]])
for room in events:
    socket.emit("subscribe", {"room": room, **credentials})
wait("all rooms", lambda: entered == set(events))
record = {"feature": "record", "params": {}}
started = ask("POST", f"{devices}/{number}/rpc/request", {**record, "cmd_type": "cmd_start"})
wait("a record on the board", any_of("app/device/board/status", lambda patch: patch.get("state") == "record"))
wait("samples of it", any_of("app/device/data/json/all", lambda data: (data["recTime"] or 0) > 1))
begun = ask("POST", f"{devices}/{number}/selection/start", {"exercise": "500 m"})
wait("the open selection", any_of("app/device/data/json/all", lambda data: len(data["selections"]) == 1))
ended = ask("POST", f"{devices}/{number}/selection/stop", {})
wait("indicators", lambda: "app/device/ind/json/all" in heard)
stopped = ask("POST", f"{devices}/{number}/rpc/request", {**record, "cmd_type": "cmd_stop"})
wait("the decoded record", any_of("app/client/record/update", lambda said: said["reason"] == "decoded"))
for room in events:
    socket.emit("unsubscribe", {"room": room})
socket.disconnect()
print(json.dumps({
    "started": started,
    "begun": begun,
    "ended": ended,
    "stopped": stopped,
    "refused": refused,
    "heard": {event: payloads[:200] + payloads[-200:] for event, payloads in heard.items()},
}))
