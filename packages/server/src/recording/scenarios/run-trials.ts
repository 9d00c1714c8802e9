import { isDeepStrictEqual } from 'node:util';
import { limits, type RunTrial } from '@sillage/contract';
import type { ScenarioCommand, ScenarioWaiting } from '@sillage/scenario-language';
import type { Happening } from './run-journal.ts';
import type { RunKept } from './run-state.ts';

type Kept = Pick<RunKept, 'trials' | 'trialChanges' | 'results' | 'analyses' | 'asked' | 'waitsFor'>;

/** The trial that goes on; undefined between trials, and of a program that says none. */
export const trialNow = ({ trials }: Pick<Kept, 'trials'>): RunTrial | undefined =>
  trials.find(({ state }) => state === 'running');

/** A trial begins, and the one before it is left as the program says. */
export function takeTrial(kept: Kept, { begins, before }: Extract<ScenarioCommand, { type: 'trial' }>): void {
  const now = trialNow(kept);
  kept.trialChanges++;
  if (before !== 'over' && now !== undefined) takeBack(kept, now);
  if (before === 'redo' && now !== undefined) return;
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

/** What was found in a trial that is redone or skipped is none of the run, nor what its analyses are still to find. */
function takeBack(kept: Kept, trial: RunTrial): void {
  for (const { name, number } of trial.results) {
    const at = kept.results.findLastIndex((one) => one.name === name && one.number === number);
    if (at >= 0) kept.results.splice(at, 1);
  }
  Object.assign(trial, { results: [], refusals: [] });
  for (const one of kept.asked) if (one.trial === trial.id) one.isDropped = true;
  kept.analyses = kept.analyses.filter(({ id }) => !isDropped(kept, id));
}

/** Whether an analysis was asked for in a trial that was redone or skipped since. */
export const isDropped = ({ asked }: Pick<Kept, 'asked'>, id: number): boolean =>
  asked.some((one) => one.id === id && one.isDropped);

/** An analysis that a program asks for is of the trial that goes on. */
export function askedInTrial(kept: Kept, command: ScenarioCommand): void {
  const now = trialNow(kept);
  if (command.type !== 'analyse' || now === undefined) return;
  kept.asked.push({ id: command.id, trial: now.id, isDropped: false });
  if (kept.asked.length > limits.scenarioResults) kept.asked.shift();
}

/** What is found while a trial goes on is of it. @param result as the run keeps it */
export function addToTrial(kept: Kept, result: RunKept['results'][number] | undefined): void {
  const now = trialNow(kept);
  if (result === undefined || now === undefined || now.results.length >= limits.scenarioResults) return;
  now.results.push(result);
  kept.trialChanges++;
}

/** Whom an analysis refused is said in the trial that asked for it. */
export function refusedInTrial(kept: Kept, event: Happening): void {
  if (event.type !== 'analysed' || event.refusal === null) return;
  const asked = kept.asked.find(({ id }) => id === event.id);
  const trial = kept.trials.find(({ id }) => id === asked?.trial);
  if (trial === undefined) return;
  kept.trialChanges++;
  trial.refusals = [
    ...trial.refusals.filter(({ number }) => number !== event.device),
    { number: event.device, text: { ...event.refusal } },
  ];
}

/** The run is over, and with it the trial that went on. */
export function endTrials(kept: Kept): void {
  const now = trialNow(kept);
  if (now !== undefined) {
    now.state = 'over';
    kept.trialChanges++;
  }
  kept.waitsFor = null;
}

/** @returns whether it waits for others than before */
export function takeWaiting(kept: Kept, now: ScenarioWaiting | null): boolean {
  const waitsFor = now && { numbers: [...now.devices], button: now.button };
  if (isDeepStrictEqual(waitsFor, kept.waitsFor)) return false;
  kept.waitsFor = waitsFor;
  return true;
}
