import type { ScenarioEvent } from '@sillage/scenario-language';
import { expect, test, vi } from 'vitest';
import { checkPython } from './check-python.ts';
import { findJail, lacksOfJail } from './find-jail.ts';
import { ReadyPython } from './keep-ready.ts';
import { endings, PythonProcess } from './python-process.ts';
import { startPython } from './start-python.ts';

const open = async (source: string) => {
  const program = await startPython({ source, requireJail: false });
  if ('lacks' in program) throw new Error(program.lacks.join());
  return program;
};
async function check(source: string) {
  const found = await checkPython(source, () => PythonProcess.open({ requireJail: false }));
  if ('lacks' in found) throw new Error(found.lacks.join());
  return found;
}
const devices = [{ number: 7, athlete: 'Jules' }];
const start = (params = {}): ScenarioEvent => ({ type: 'start', atSeconds: 10, params, devices });
const button = (atSeconds = 11): ScenarioEvent => ({ type: 'button', atSeconds, device: 7 });

test('a good program guides a pull from the start to its result', async () => {
  const program = await open(`
import math
state, since, peak = "rest", 0, 0

def on_start(devices):
    record.start()
    ui.step("pull", "Traction", "Pull")
    ui.prompt("Tirez", "Pull")

def on_samples(block):
    global state, since, peak
    force = block["force"]
    peak = max(peak, force.max())
    if state == "rest" and force.min() > params.threshold:
        state, since = "pull", block.t0
        selection.start("Traction")
        ui.countdown(2, "Tenez", "Hold")
    elif state == "pull" and block.t1 - since > 0.25:
        selection.stop()
        result.set("peak", round(math.sqrt(peak * peak), 1), "N", block.device, fr="Maximum", en="Peak")
        scenario.finish("Bravo", "Well done")
`);
  const samples = (atSeconds: number, value: number): ScenarioEvent => {
    const columns = { 'plate.force': new Float64Array(10).fill(value) };
    return { type: 'samples', atSeconds, device: 7, rateHz: 100, columns };
  };
  const types = async (event: ScenarioEvent) => (await program.handle(event)).map((one) => one.type);
  expect(await types(start({ threshold: 100 }))).toEqual(['record', 'step', 'prompt']);
  expect(await types(samples(10.1, 20))).toEqual([]);
  expect(await program.handle(samples(10.2, 300))).toEqual([
    { type: 'selection', action: 'start', name: 'Traction' },
    {
      ...{ type: 'prompt', id: 'main', device: null, kind: 'countdown', untilSeconds: 12.2 },
      text: { fr: 'Tenez', en: 'Hold' },
    },
  ]);
  expect(await types(samples(10.3, 400))).toEqual([]);
  expect(await program.handle(samples(10.5, 350))).toEqual([
    { type: 'selection', action: 'stop', name: null },
    { type: 'result', device: 7, name: 'peak', value: 400, unit: 'N', title: { fr: 'Maximum', en: 'Peak' } },
    { type: 'end', verdict: 'done', text: { fr: 'Bravo', en: 'Well done' } },
  ]);
  expect(await types(samples(10.6, 350))).toEqual([]);
});

test('samples that a sensor did not say are left out of figures', async () => {
  const program = await open(`
def on_samples(block):
    f = block["force"]
    for name, value in (("min", f.min()), ("max", f.max()), ("mean", f.mean()), ("sd", f.sd()), ("count", len(f))):
        result.set(name, value if value == value else None)
`);
  await program.handle(start());
  const samples = async (...force: number[]) => {
    const columns = { 'plate.force': Float64Array.from(force) };
    const told = await program.handle({ type: 'samples', atSeconds: 11, device: 7, rateHz: 100, columns });
    return told.map((one) => ('value' in one ? one.value : one));
  };
  expect(await samples(2, Number.NaN, 4)).toEqual([2, 4, 3, 1, 3]);
  expect(await samples(Number.NaN)).toEqual([null, null, null, null, 1]);
});

test('a fault ends the run and says its line', async () => {
  const program = await open('def on_button(device):\n    x = 1\n    y = x / 0\n');
  expect(await program.handle(start())).toEqual([]);
  const text = {
    fr: 'Ligne 3\u00a0: ZeroDivisionError: divide by zero',
    en: 'Line 3: ZeroDivisionError: divide by zero',
  };
  expect(await program.handle(button())).toEqual([
    { type: 'error', text },
    { type: 'end', verdict: 'failed', text },
  ]);
});

test('a program that cannot be read says where; one that can runs nothing when it is checked', async () => {
  const [problem] = await check('a = 1\n\ndef f(:\n');
  expect(problem).toMatchObject({ line: 3, message: { en: 'SyntaxError: invalid syntax' } });
  expect(await check('while True: pass')).toEqual([]);
});

test('a program that holds on is ended after 2 s, and one that is closed meanwhile ends at once', async () => {
  const program = await open('while True: pass');
  const waiting = program.handle(start());
  expect((await waiting).at(-1)).toMatchObject({ type: 'end', verdict: 'failed', text: endings.late });
  const closed = await open('while True: pass');
  const [told] = await Promise.all([closed.handle(start()), Promise.resolve().then(() => closed.close())]);
  expect(told.at(-1)?.type === 'end' || told.length === 0).toBe(true);
  expect(await closed.handle(button())).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'a program that takes more than its share of the processor is ended',
  async () => {
    const program = await open(`
import time
def on_button(device):
    begin = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), begin) < 1200: pass
`);
    await program.handle(start());
    let told = await program.handle(button());
    for (let i = 0; i < 60 && told.length === 0; i++) told = await program.handle(button());
    expect(told.at(-1)).toMatchObject({ type: 'end', text: endings.cpu });
  },
);

test('where the jail is required and cannot be made, nothing is started', async () => {
  const refused = await startPython({ source: '', requireJail: true, withoutJail: true });
  expect('lacks' in refused && refused.lacks).toEqual(expect.arrayContaining(['namespace', 'user']));
});

test('commands are counted by the clock of the run, however fast it is handed what happens', async () => {
  const program = await open('def on_button(device):\n    for i in range(100): ui.beep()\n');
  await program.handle(start());
  for (const at of [11, 12, 13, 13.5]) expect(await program.handle(button(at))).toHaveLength(100);
  expect((await program.handle(button(13.9))).at(-1)).toMatchObject({ type: 'end', text: endings.flood });
});

test.runIf(process.platform === 'linux')(
  'of a replay, the share of the processor is of the time of the record',
  async () => {
    const source = `
import time
def on_button(device):
    begin = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), begin) < 1200: pass
`;
    const program = await startPython({ source, requireJail: false, isReplay: true });
    if ('lacks' in program) throw new Error(program.lacks.join());
    await program.handle(start());
    for (let i = 1; i <= 5; i++) expect(await program.handle(button(10 + 10 * i))).toEqual([]);
    let told = await program.handle(button(60));
    for (let i = 0; i < 60 && told.length === 0; i++) told = await program.handle(button(60 + i / 100));
    expect(told.at(-1)).toMatchObject({ type: 'end', text: endings.cpu });
  },
);

test.runIf(process.platform === 'linux')('what a process has of the jail is read of the process itself', async () => {
  expect(await lacksOfJail(process.pid)).toEqual(expect.arrayContaining(['namespace', 'user']));
  const { missing } = await findJail(process.execPath, []);
  const program = await open('');
  expect(program.missing).toEqual(missing);
  await program.close();
  // It is gone: nothing of it can be known.
  expect(await lacksOfJail(4_194_000)).toEqual(['namespace', 'user', 'usage']);
});

test('a process that is ready is handed to one program alone, one that ended meanwhile to none', async () => {
  let requireJail = false;
  const ready = new ReadyPython(() => ({ requireJail, withoutJail: true }));
  ready.prepare();
  const [first, second] = await Promise.all([ready.take(), ready.take()]);
  if ('lacks' in first || 'lacks' in second) throw new Error('it was not started');
  expect(first.pid).not.toBe(second.pid);
  await Promise.all([first.close(), second.close()]);
  ready.prepare();
  const lost = await ready.take();
  if ('lacks' in lost) throw new Error('it was not started');
  await lost.close();
  expect(await lost.ask({ source: '' })).toBeUndefined();
  ready.prepare();
  requireJail = true;
  expect(await ready.take()).toEqual({ lacks: expect.arrayContaining(['namespace', 'user']) });
  await ready.close();
  ready.prepare();
});

test('where the system allows no more of the jail, the process that is ready is the one that is handed over', async () => {
  const took: (boolean | undefined)[] = [];
  for (const withoutJail of [true, false]) {
    const open = vi.spyOn(PythonProcess, 'open');
    const ready = new ReadyPython(() => ({ requireJail: false, withoutJail }));
    ready.prepare();
    const [prepared, taken] = [await open.mock.results[0]?.value, await ready.take()];
    took.push(prepared === taken);
    if (!('lacks' in taken)) await taken.close();
    await ready.close();
    open.mockRestore();
  }
  expect(took).toEqual([true, true]);
});
