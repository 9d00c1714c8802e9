import { readFile } from 'node:fs/promises';
import { isRefusal, type ScenarioLanguage } from '@sillage/contract';
import {
  createLanguages,
  fake,
  newMember,
  nothingDone,
  ScenarioRun,
  TestDevice,
  type TestModule,
  tickSeconds,
} from '@sillage/server/recording/scenarios/testing';
import { type Bench, type Figure, median, milliseconds } from './figure.ts';
import { watchLoop } from './watch-loop.ts';

const [runs, devicesARun] = [20, 10];
const usualMinutes = 0.5;
const starts = 7;
const words = { fr: 'A', en: 'A' };
const plate: TestModule = { name: 'plate', rateHz: 1000, columns: [{ name: 'force', unit: 'N' }] };

/** Says `Jump!` within a block of a step onto the plate, and `Step on` once it is left. */
const steps = `scenario "A" en "A"
limit 24 h
input force N
record start
while true
  prompt "Montez" en "Step on"
  wait anyone force > 500 N
  prompt "Sautez !" en "Jump!"
  wait force < 100 N
`;

const stepsInPython = `
on = None
def on_samples(block):
    global on
    force = block["force"]
    if on is None and force.max() > 500:
        on = block.device
        ui.prompt("Sautez !", "Jump!")
    elif on == block.device and force.min() < 100:
        on = None
        ui.prompt("Montez", "Step on")
`;

const languages = createLanguages(() => ({ requireJail: false }));
async function made(language: ScenarioLanguage, source: string) {
  const program = await languages.make({ language, source }, undefined);
  if (program === undefined || isRefusal(program)) throw new Error('the program was not started');
  return program;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** A run whose first device steps onto its plate now and then: ms from the block that shows it to what a screen is told. */
class Stepping {
  readonly spent: number[] = [];
  readonly #devices = Array.from({ length: devicesARun }, () => new TestDevice([plate], false));
  readonly #run: ScenarioRun;
  readonly #everyTicks: number;
  #ticks: number;
  #steppedAt: number | undefined;

  constructor(id: number, program: Awaited<ReturnType<typeof made>>) {
    const all = fake();
    const about = {
      id,
      clientId: 1,
      scenarioId: 1,
      classname: 'A',
      displayName: words,
      params: {},
      startedAt: new Date(),
    };
    const numbers = this.#devices.map((_, i) => id * 100 + i);
    const emit = (_: unknown, number: number, status: object) => {
      if (this.#steppedAt === undefined || number !== numbers[0] || !JSON.stringify(status).includes('Jump!')) return;
      this.spent.push(performance.now() - this.#steppedAt);
      this.#steppedAt = undefined;
    };
    const tap = { listen: () => () => undefined, startOf: () => 0 };
    this.#run = new ScenarioRun(
      { ...all, realtime: { emit }, devices: { ...all.devices, tap } },
      {
        ...{ about, program, elapsedSeconds: 0, isResumed: false },
        kept: nothingDone(numbers.map((number) => newMember(number, null))),
      },
    );
    this.#everyTicks = 17 + (id % 7);
    this.#ticks = id;
    for (const device of this.#devices) device.record(0);
    this.#run.begin();
  }

  /** What its devices do, which costs the server nothing. @returns hands their blocks to the run, as they came at `atMs` */
  measure(): (atMs: number) => void {
    this.#ticks += 1;
    const isOn = Math.floor(this.#ticks / this.#everyTicks) % 2 === 1;
    const isStep = isOn && this.#ticks % this.#everyTicks === 0;
    const blocks = this.#devices.map((device, i) => device.measure(() => () => ({ force: i === 0 && isOn ? 700 : 0 })));
    return (atMs) => {
      if (isStep) this.#steppedAt = atMs;
      for (const [i, member] of this.#run.kept.members.entries())
        for (const block of blocks[i] ?? []) this.#run.heard(member, block);
      this.#run.happened({ type: 'time' });
    };
  }

  get isOver(): boolean {
    return this.#run.isOver;
  }

  close(): Promise<void> {
    return this.#run.close();
  }
}

async function play(all: readonly Stepping[], seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  for (let next = performance.now(); next < end; ) {
    const blocks = all.map((one) => one.measure());
    // The blocks of all devices come at once: the worst of what a network does.
    const atMs = performance.now();
    for (const hand of blocks) hand(atMs);
    next += tickSeconds * 1000;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
  }
}

async function residentMb(pid: number): Promise<number> {
  const [child] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  if (child) return residentMb(Number(child));
  const kb = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}

async function* linesAtOnce(minutes: number): AsyncIterable<Figure> {
  const before = process.memoryUsage().rss;
  const all = await Promise.all(
    Array.from({ length: runs }, async (_, id) => new Stepping(id, await made('txt', steps))),
  );
  const longest = watchLoop();
  await play(all, minutes * 60);
  const { wallMs, computedMs } = longest();
  const rss = (process.memoryUsage().rss - before) / 1e6 / runs;
  const spent = all.flatMap((one) => one.spent);
  const isWhole = all.every((one) => !one.isOver);
  await Promise.all(all.map((one) => one.close()));
  const load = `${runs} runs of ${devicesARun} devices of 1 kHz, ${minutes} min, ${spent.length} prompts`;
  const held = `median ${median(spent).toFixed(0)} ms; the loop was held for ${wallMs.toFixed(0)} ms at most, of which it computed ${computedMs.toFixed(0)} ms`;
  const note = `${load}; ${held}`;
  yield { name: 'block → prompt, p99', measured: quantile(spent, 0.99), goal: { atMost: 50 }, unit: 'ms', note };
  yield { name: 'runs that held', measured: isWhole ? runs : 0, goal: { atLeast: runs }, unit: 'runs', note: load };
  yield { name: 'RSS a run of lines', measured: rss, goal: { atMost: 20 }, unit: 'MB', note: load };
}

/** From the ask for a program to its first answer. */
async function startMs(): Promise<number> {
  let program: Awaited<ReturnType<typeof made>> | undefined;
  const spent = await milliseconds(async () => {
    program = await made('py', stepsInPython);
    await program.handle({ type: 'start', atSeconds: 0, params: {}, devices: [{ number: 1, athlete: null }] });
  });
  await program?.close();
  return spent;
}

async function* pythonStarts(): AsyncIterable<Figure> {
  const cold = await startMs();
  yield { name: 'start of Python, none ready', measured: cold, goal: { atMost: 400 }, unit: 'ms' };
  const warm: number[] = [];
  for (let i = 0; i < starts; i++) {
    // As long as a coach takes for the next one; the process for it is started meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 4000));
    warm.push(await startMs());
  }
  yield { name: 'start of Python, one ready', measured: median(warm), goal: { atMost: 400 }, unit: 'ms' };
}

async function* pythonBeside(): AsyncIterable<Figure> {
  const program = await made('py', stepsInPython);
  const { pid } = program as { readonly pid?: number };
  const one = new Stepping(0, program);
  const alone = await spentIn(one, 8);
  if (pid !== undefined)
    yield { name: 'RSS a run of Python', measured: await residentMb(pid), goal: { atMost: 192 }, unit: 'MB' };
  const attack = attackFor(8000);
  const beside = await spentIn(one, 8);
  const stops = await attack;
  await one.close();
  yield {
    ...{ name: 'block → prompt beside attacks, of that alone', measured: median(beside) / median(alone) },
    ...{ goal: { atMost: 1.2 }, unit: '×', note: `median ${median(alone).toFixed(1)} ms alone` },
  };
  yield { name: 'stop of a program that holds on', measured: Math.max(...stops), goal: { atMost: 250 }, unit: 'ms' };
}

async function spentIn(one: Stepping, seconds: number): Promise<readonly number[]> {
  one.spent.length = 0;
  await play([one], seconds);
  return [...one.spent];
}

/** Programs that hold on, one after the other, each stopped after half a second; ms that the stop took. */
async function attackFor(ms: number): Promise<number[]> {
  const spent: number[] = [];
  for (const end = performance.now() + ms; performance.now() < end; ) {
    const program = await made('py', 'def on_start(devices):\n    while True: pass\n');
    void program.handle({ type: 'start', atSeconds: 0, params: {}, devices: [] });
    await new Promise((resolve) => setTimeout(resolve, 500));
    spent.push(await milliseconds(() => program.close()));
  }
  return spent;
}

export const bench: Bench = {
  name: 'scenarios',
  async *run({ minutes = usualMinutes }) {
    try {
      yield* linesAtOnce(minutes);
      yield* pythonStarts();
      yield* pythonBeside();
    } finally {
      await languages.close();
    }
  },
};
