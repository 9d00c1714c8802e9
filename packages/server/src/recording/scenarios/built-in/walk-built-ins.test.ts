import { analysisOf, isBadAsk, isRefused, runAnalysis } from '@sillage/analysis';
import type { Translated } from '@sillage/contract';
import { expect, test, vi } from 'vitest';
import { readBuiltIns } from '../built-ins.ts';
import { createLanguages } from '../languages.ts';
import { fake } from '../make-test-run.ts';
import type { LiveVariable, RecordAnalysed, RunDevices, RunOutcome, RunRecords } from '../run-devices.ts';
import { newMember, nothingDone } from '../run-state.ts';
import { ScenarioRun } from '../scenario-run.ts';
import { athletes, type Movement, type TestAthlete } from './make-test-athletes.ts';
import { TestDevice, tickSeconds } from './make-test-device.ts';

const number = 1;
const recordId = 101;
/** s of a scenario, at most. */
const mostSeconds = 300;
/** s that the server takes to decode a record. */
const decodeSeconds = 1;

/** What an analysis answers of a record, or a stretch of it; asked of the analyses themselves. */
function answer(analysis: string, variables: readonly LiveVariable[]): RecordAnalysed {
  const known = analysisOf(analysis);
  const found = known && runAnalysis(known, variables, {});
  if (found === undefined || isBadAsk(found)) throw new Error(`${analysis} was asked wrongly`);
  if (isRefused(found)) return { values: {}, refusal: { fr: found.refused, en: found.refused } };
  const values = Object.entries(found.values).map(([name, { value, unit }]) => [name, { value, unit }] as const);
  return { values: Object.fromEntries(values), refusal: null };
}

interface Asked {
  readonly analysis: string;
  readonly window: readonly [number, number] | null;
  readonly found: RecordAnalysed;
}

/** One athlete on one device, moment by moment. */
class Walk {
  readonly all = fake();
  readonly device: TestDevice;
  readonly asked: Asked[] = [];
  readonly outcomes: RunOutcome[] = [];
  /** s of the record. */
  readonly selections: { from: number; to: number | null }[] = [];
  readonly #athlete: TestAthlete;
  seconds = 0;
  #isRecording = false;
  #decodedAt: number | undefined;
  #isReadable = false;
  #step = '';
  #stepAt = 0;
  readonly #turns = new Map<string, number>();
  #isPressed = false;

  constructor(athlete: TestAthlete) {
    this.#athlete = athlete;
    this.device = new TestDevice(athlete.modules);
  }

  #devices(): RunDevices {
    const { device } = this;
    return {
      ...this.all.devices,
      tap: { listen: () => () => undefined, startOf: () => device.startUs },
      command: async (_, method) => {
        if (method.endsWith('rec.start')) {
          this.#isRecording = true;
          device.record(this.seconds);
        }
        if (method.endsWith('rec.stop')) {
          this.#isRecording = false;
          this.#decodedAt = this.seconds + decodeSeconds;
        }
        return {};
      },
      // Only these two fields are read of it.
      deviceStatus: () => ({ is_connected: true, deviceRecId: this.#isRecording ? 7 : null }) as never,
      recordNow: async () => (this.#isRecording ? { recordId, recTime: this.#recordSeconds } : undefined),
      measuringDevice: () => (this.#isRecording ? { recordId } : undefined),
    };
  }

  get #recordSeconds(): number {
    return this.seconds - (this.device.startUs ?? 0) / 1e6;
  }

  #records(): RunRecords {
    const keep = (analysis: string, window: Asked['window'], found: RecordAnalysed) => {
      this.asked.push({ analysis, window, found });
      return found;
    };
    return {
      select: async (action, _, t) => {
        if (action === 'start') this.selections.push({ from: t, to: null });
        else Object.assign(this.selections.at(-1) ?? {}, { to: t });
        return undefined;
      },
      analyse: async (_, analysis, window) => keep(analysis, window, answer(analysis, this.device.recorded(window))),
      analyseLive: async (_, analysis, samples) => {
        const times = samples.flatMap(({ timesSeconds }) => [timesSeconds[0] ?? 0, timesSeconds.at(-1) ?? 0]);
        return keep(analysis, [Math.min(...times), Math.max(...times)], answer(analysis, samples));
      },
      writeOutcome: async (_, outcome) => void this.outcomes.push(outcome),
      isReadable: async () => this.#isReadable,
    };
  }

  async walk(source: string): Promise<ScenarioRun> {
    const made = await createLanguages(() => ({ requireJail: false })).make({ language: 'txt', source }, undefined);
    if (made === undefined || 'code' in made) throw new Error('it was not made');
    const words: Translated = { fr: 'A', en: 'A' };
    const about = {
      ...{ id: 5, clientId: 1, scenarioId: 3, classname: 'A', displayName: words, startedAt: new Date() },
      params: this.#athlete.params,
    };
    const kept = nothingDone([newMember(number, null)]);
    const clock = { nowMs: () => Date.now(), monotonicMs: () => this.seconds * 1000 };
    const dependencies = { ...this.all, devices: this.#devices(), records: this.#records(), clock };
    const run = new ScenarioRun(dependencies, { about, kept, program: made, elapsedSeconds: 0, isResumed: false });
    run.begin();
    while (!run.isOver && this.seconds < mostSeconds) await this.#tick(run);
    await vi.waitFor(() => expect(run.present().state).toBe('ended'));
    return run;
  }

  async #tick(run: ScenarioRun): Promise<void> {
    const movement = this.#follow(run);
    const before = this.seconds;
    const blocks = this.device.measure((at) => () => movement(before + at - this.#stepAt));
    this.seconds += tickSeconds;
    const member = run.member(number);
    if (member === undefined) return;
    if (this.#isRecording) {
      for (const block of blocks) run.heard(member, block);
    }
    for (const [name, [value, unit]] of Object.entries(this.#athlete.indicators ?? {}))
      run.happened({ type: 'indicator', device: number, name, value, unit });
    run.happened({ type: 'time' });
    if (this.#decodedAt !== undefined && this.seconds >= this.#decodedAt && !this.#isReadable) {
      this.#isReadable = true;
      await run.decoded(recordId);
    }
    for (let i = 0; i < 6; i++) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Does what the run says now. */
  #follow(run: ScenarioRun): Movement {
    const step = run.kept.step?.id ?? '';
    if (step !== this.#step) {
      this.#turns.set(step, (this.#turns.get(step) ?? -1) + 1);
      this.#step = step;
      this.#stepAt = this.seconds;
      this.#isPressed = false;
    }
    const { presses = [], answers = {}, moves } = this.#athlete;
    if (!this.#isPressed && presses.includes(step) && this.seconds - this.#stepAt > 0.5) {
      this.#isPressed = true;
      run.happened({ type: 'button', device: null });
    }
    const turn = this.#turns.get(step) ?? 0;
    for (const { id } of run.kept.prompts) {
      const value = answers[id.replace(/@\d+$/, '')]?.[turn];
      if (value !== undefined) run.happened({ type: 'answer', prompt: id, value });
    }
    return moves(step, turn);
  }
}

const builtIns = await readBuiltIns();

test('each built-in scenario has an athlete here', () => {
  expect(Object.keys(athletes).sort()).toEqual(builtIns.map(({ classname }) => classname).sort());
});

test.each(builtIns.map((one) => [one.classname, one] as const))(
  '%s goes from its start to its stored result, which is what the finished record says',
  async (classname, { source }) => {
    const athlete = athletes[classname];
    if (athlete === undefined) throw new Error('nobody does it');
    const walk = new Walk(athlete);
    const run = await walk.walk(source);
    const { end, results, errors, verdict } = run.present();
    expect({ end, errors, verdict }).toMatchObject({ end: 'done', errors: [] });
    const numbers = new Map(results.map(({ name, value }) => [name, value]));
    for (const name of athlete.results) expect([name, numbers.get(name)]).toEqual([name, expect.any(Number)]);
    expect(walk.outcomes.at(-1)?.results).toEqual(results);
    // Each is answered once, of the record itself as of what was live.
    expect(walk.asked.length > 0).toBe(/^ *analyse /m.test(source));
    for (const { analysis, window, found } of walk.asked)
      expect(answer(analysis, walk.device.recorded(window))).toEqual(found);
    // The selection of the stored record is where the trial was, but for a block on its way and a sample.
    const nearSeconds = 2 * tickSeconds + 1 / Math.min(...athlete.modules.map(({ rateHz }) => rateHz));
    for (const [i, { window }] of walk.asked.filter((one) => one.window !== null).entries()) {
      const [{ from, to } = { from: 0, to: null }, [t0, t1] = [0, 0]] = [walk.selections[i], window ?? undefined];
      expect(Math.max(Math.abs(from - t0), Math.abs((to ?? 0) - t1))).toBeLessThan(nearSeconds);
    }
  },
);
