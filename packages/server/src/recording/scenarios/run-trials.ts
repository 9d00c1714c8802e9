import { isDeepStrictEqual } from 'node:util';
import { limits, type RunTrial } from '@sillage/contract';
import type { ScenarioCommand, ScenarioWaiting } from '@sillage/scenario-language';
import type { Happening } from './run-journal.ts';
import type { RunKept } from './run-state.ts';

type Kept = Pick<RunKept, 'trials' | 'results' | 'waitsFor'>;

/** The trial that goes on; undefined between trials, and of a program that says none. */
export const trialNow = ({ trials }: Pick<Kept, 'trials'>): RunTrial | undefined =>
  trials.find(({ state }) => state === 'running');

/** A trial begins, and the one before it is left as the program says. */
export function takeTrial(kept: Kept, { begins, before }: Extract<ScenarioCommand, { type: 'trial' }>): void {
  const now = trialNow(kept);
  if (before === 'redo' && now !== undefined) {
    takeBack(kept, now);
    Object.assign(now, { results: [], refusals: [] });
    return;
  }
  if (now !== undefined) now.state = before === 'skip' ? 'skipped' : 'over';
  if (begins === null) return;
  const { turn, of, title } = begins;
  kept.trials.push({
    id: (kept.trials.at(-1)?.id ?? 0) + 1,
    turn,
    of,
    title: { ...title },
    state: 'running',
    results: [],
    refusals: [],
  });
  if (kept.trials.length > limits.scenarioTrials) kept.trials.shift();
}

/** Results of a trial that is redone are none of the run. */
function takeBack(kept: Kept, { results }: RunTrial): void {
  for (const { name, number } of results) {
    const at = kept.results.findLastIndex((one) => one.name === name && one.number === number);
    if (at >= 0) kept.results.splice(at, 1);
  }
}

/** What is found while a trial goes on is of it. @param result as the run keeps it */
export function addToTrial(kept: Kept, result: RunKept['results'][number] | undefined): void {
  const now = trialNow(kept);
  if (result !== undefined && now !== undefined && now.results.length < limits.scenarioResults)
    now.results.push(result);
}

export function refusedInTrial(kept: Kept, event: Happening): void {
  const now = trialNow(kept);
  if (event.type !== 'analysed' || event.refusal === null || now === undefined) return;
  now.refusals = [
    ...now.refusals.filter(({ number }) => number !== event.device),
    { number: event.device, text: { ...event.refusal } },
  ];
}

/** The run is over, and with it the trial that went on. */
export function endTrials(kept: Kept): void {
  const now = trialNow(kept);
  if (now !== undefined) now.state = 'over';
  kept.waitsFor = null;
}

/** @returns whether it waits for others than before */
export function takeWaiting(kept: Kept, now: ScenarioWaiting | null): boolean {
  const waitsFor = now && { numbers: [...now.devices], button: now.button };
  if (isDeepStrictEqual(waitsFor, kept.waitsFor)) return false;
  kept.waitsFor = waitsFor;
  return true;
}
