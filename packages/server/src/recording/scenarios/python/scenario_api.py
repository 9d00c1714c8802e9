# What scenario programs are given: ui, record, selection, result, params, scenario. Runs before them, in MicroPython.
import builtins, sys, json, io

_told = []
_state = {"now": 0.0, "devices": [], "asked": 0, "answered": None}
_allowed = ("math", "cmath", "json", "re", "random", "time", "array", "collections", "itertools", "functools",
            "struct", "heapq", "operator", "datetime", "string", "copy", "binascii")
_own = {}
_modules = {}
_import, _print, _dumps, _loads, _exec = builtins.__import__, builtins.print, json.dumps, json.loads, builtins.exec


def _tell(command):
    if len(_told) >= 200:
        raise RuntimeError("too many commands at one event")
    _told.append(command)


def _words(fr, en):
    return {"fr": str(fr), "en": str(fr if en is None else en)}


class _Module:
    pass


def _module(name):
    made = _Module()
    _own[name] = made
    return made


ui, record, selection, result, params, scenario = [_module(n) for n in
                                                   ("ui", "record", "selection", "result", "params", "scenario")]


def _prompt(kind, fr, en, id, device, **more):
    command = {"type": "prompt", "id": str(id), "device": device, "kind": kind, "text": _words(fr, en)}
    command.update(more)
    _tell(command)


def _step(id, fr=None, en=None):
    _tell({"type": "step", "id": str(id), "title": _words(id if fr is None else fr, en)})


def _text(fr, en=None, id="main", device=None):
    _prompt("text", fr, en, id, device)


def _countdown(seconds, fr="", en=None, id="main", device=None):
    _prompt("countdown", fr, en, id, device, untilSeconds=_state["now"] + seconds)


def _number(value, unit="", fr="", en=None, id="main", device=None):
    _prompt("number", fr, en, id, device, value=value, unit=unit)


def _ask(id, fr, en=None, unit="", device=None):
    _prompt("enter", fr, en, id, device, unit=unit)


def _choice(id, fr, en=None, choices=(), device=None):
    _prompt("choice", fr, en, id, device,
            choices=[{"value": str(c[0]), "text": _words(c[1], c[2] if len(c) > 2 else None)} for c in choices])


ui.step, ui.prompt, ui.countdown, ui.number, ui.ask, ui.choice = _step, _text, _countdown, _number, _ask, _choice
ui.clear = lambda id="main": _tell({"type": "clear", "id": str(id)})
ui.beep = lambda tone="short": _tell({"type": "beep", "tone": tone})
ui.error = lambda fr, en=None: _tell({"type": "error", "text": _words(fr, en)})
record.start = lambda: _tell({"type": "record", "action": "start"})
record.stop = lambda: _tell({"type": "record", "action": "stop"})


def _analyse(analysis, window=None, of=None):
    _state["asked"] += 1
    _tell({"type": "analyse", "id": _state["asked"], "analysis": analysis,
           "window": None if window is None else list(window), "of": None if of is None else str(of)[:100]})
    return _state["asked"]


record.analyse = _analyse
record.answered = lambda: _state["answered"]
selection.start = lambda name=None: _tell({"type": "selection", "action": "start", "name": name})
selection.stop = lambda: _tell({"type": "selection", "action": "stop", "name": None})


def _result(name, value, unit="", device=None, fr=None, en=None):
    command = {"type": "result", "device": device, "name": name, "value": value, "unit": unit}
    if fr is not None:
        command["title"] = _words(fr, en)
    _tell(command)


result.set = _result
scenario.now = lambda: _state["now"]
scenario.devices = lambda: list(_state["devices"])
scenario.call = lambda method, device=None, **given: _tell({"type": "rpc", "device": device, "method": method,
                                                             "params": given})


def _finish(fr=None, en=None, failed=False):
    _tell({"type": "end", "verdict": "failed" if failed else "done", "text": None if fr is None else _words(fr, en)})


scenario.finish = _finish


_nan = float("nan")


# What a sensor did not say is nan: left out of its figures, and nan where nothing is left.
class Samples(list):
    def _there(self):
        return [x for x in self if x == x]

    def min(self):
        there = self._there()
        return builtins.min(there) if there else _nan

    def max(self):
        there = self._there()
        return builtins.max(there) if there else _nan

    def mean(self):
        there = self._there()
        return sum(there) / len(there) if there else _nan

    def sd(self):
        there = self._there()
        if not there:
            return _nan
        m = sum(there) / len(there)
        return (sum([(x - m) ** 2 for x in there]) / len(there)) ** 0.5


def _samples(column):
    return Samples([_nan if x is None else x for x in column] if None in column else column)


class Block:
    def __init__(self, event):
        self.device, self.rate = event["device"], event["rateHz"]
        self._columns = event["columns"]
        self.names = list(self._columns)
        count = len(self._columns[self.names[0]]) if self.names else 0
        self.t1 = event["atSeconds"]
        self.t0 = self.t1 - (count - 1) / self.rate if count else self.t1

    def __getitem__(self, name):
        if name in self._columns:
            return _samples(self._columns[name])
        for full in self.names:
            if full.split(".", 1)[-1] == name:
                return _samples(self._columns[full])
        raise KeyError(name)

    def __contains__(self, name):
        return name in self._columns or any(full.split(".", 1)[-1] == name for full in self.names)


def _guarded(name, globals=None, locals=None, fromlist=(), level=0):
    if name in _own:
        return _own[name]
    if name in _modules:
        return _modules[name]
    raise ImportError("module " + str(name) + " is not allowed here")


def _denied(*given, **named):
    raise NameError("not allowed here")


_program = {"__name__": "scenario_program"}
_handlers = {"samples": "on_samples", "indicator": "on_indicator", "button": "on_button", "stop": "on_end",
             "time": "on_time", "answer": "on_answer", "joined": "on_joined", "left": "on_left",
             "recorded": "on_recorded", "analysed": "on_analysed"}


def _given(event):
    kind = event["type"]
    if kind == "start":
        return (event["devices"],)
    if kind == "samples":
        return (Block(event),)
    if kind == "indicator":
        return (event["name"], event["value"], event["device"])
    if kind == "analysed":
        _state["answered"] = event["id"]
        return (event["device"], event["analysis"], event["values"], event["refusal"])
    return {"button": lambda: (event["device"],), "stop": lambda: (event["by"],),
            "time": lambda: (event["atSeconds"],), "answer": lambda: (event["prompt"], event["value"]),
            "joined": lambda: (event["device"],), "left": lambda: (event["device"],),
            "recorded": lambda: (event["device"], event["recordId"])}[kind]()


def _handle(text):
    event = _loads(text)
    kind = event["type"]
    _state["now"] = event["atSeconds"]
    if kind == "start":
        _state["devices"] = [d["number"] for d in event["devices"]]
        for name in event["params"]:
            setattr(params, name, event["params"][name])
    elif kind == "joined":
        _state["devices"].append(event["device"])
    elif kind == "left":
        _state["devices"] = [d for d in _state["devices"] if d != event["device"]]
    handler = _program.get("on_start" if kind == "start" else _handlers[kind])
    if handler is not None:
        handler(*_given(event))


def _fault(problem):
    _told.clear()
    text = type(problem).__name__ + ": " + str(problem)
    line = None
    try:
        out = io.StringIO()
        sys.print_exception(problem, out)
        for part in out.getvalue().split("\n"):
            if '"<program>", line ' in part or '"<stdin>", line ' in part:
                line = int(part.split("line ")[1].split(",")[0])
    except Exception:
        pass
    return {"fault": text[:300], "line": line}


def _answer(text, source=None, run=True):
    answer = {"commands": _told}
    try:
        if source is not None:
            code = _compile(source, "<program>", "exec")
            if run:
                _exec(code, _program)
        elif text is not None:
            _handle(text)
    except BaseException as problem:
        answer = _fault(problem)
    try:
        written = _dumps(answer)
    except BaseException as problem:
        written = _dumps(_fault(problem))
    _told.clear()
    _print("\x01" + written)


# What they import themselves is there before imports are guarded.
for _name in _allowed:
    try:
        _modules[_name] = _import(_name)
    except ImportError:
        pass
_compile = builtins.compile
builtins.__import__ = _guarded
for _name in ("open", "eval", "exec", "compile", "input", "help", "globals", "locals"):
    setattr(builtins, _name, _denied)
for _name in ("ui", "record", "selection", "result", "params", "scenario"):
    _program[_name] = _own[_name]
