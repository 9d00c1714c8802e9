import type { Action, Alternative } from '../graph.ts';
import { evaluate, isOfEach, readsSamples, type Sight } from './evaluate.ts';
import type { Progress, Waiting } from './state.ts';

type Wait = Extract<Action, { readonly do: 'wait' }>;

export function beginWait({ alternatives }: Wait, sight: Sight): Waiting {
  const { now, devices } = sight.state;
  return {
    startedAt: now,
    until: alternatives.map((one) =>
      one.kind === 'time' ? now + Math.max(0, numberOf(one.seconds, sight) ?? 0) : null,
    ),
    progress: alternatives.map(() => ({ reached: [], since: {}, least: {}, greatest: {} })),
    shown: {},
    missing: [...devices],
  };
}

function numberOf(code: Parameters<typeof evaluate>[0], sight: Sight, device: number | null = null): number | null {
  const value = evaluate(code, device, sight);
  return typeof value === 'number' ? value : null;
}

/** s of the run when the wait ends by its time; infinite where it has none. */
export function deadlineOf({ until }: Waiting): number {
  return Math.min(...until.map((one) => one ?? Number.POSITIVE_INFINITY), Number.POSITIVE_INFINITY);
}

/** What happened at a device that conditions look at. */
export interface Moment {
  readonly device: number;
  readonly at: number;
  /** Whether it is a sample: what reads samples is judged by them alone, so that a sensor that is silent reaches nothing. */
  readonly isSample: boolean;
}

/** Looks at the conditions of a wait at a moment of a device; true where the wait is over. */
export function watchMoment({ alternatives }: Wait, waiting: Waiting, moment: Moment, sight: Sight): boolean {
  if (moment.at < waiting.startedAt || !sight.state.devices.includes(moment.device)) return false;
  return alternatives.some((alternative, i) => {
    const progress = waiting.progress[i];
    if (progress === undefined || (alternative.kind !== 'hold' && alternative.kind !== 'still')) return false;
    if (!moment.isSample && (alternative.kind === 'still' || readsSamples(alternative.condition))) return false;
    if (!progress.reached.includes(moment.device) && isReached(alternative, progress, moment, sight)) {
      progress.reached.push(moment.device);
    }
    return isOver(alternative, progress, sight);
  });
}

type Conditional = Extract<Alternative, { readonly kind: 'hold' | 'still' }>;

/** Whether all that are waited for got there, or one where one is enough. */
export function isOver(alternative: Conditional, { reached }: Progress, sight: Sight): boolean {
  if (reached.length === 0) return false;
  if (alternative.isAny) return true;
  const lacks = (device: number) =>
    alternative.kind === 'hold' &&
    alternative.needs.some((name) => evaluate({ op: 'variable', name }, device, sight) === null);
  return sight.state.devices.every((device) => reached.includes(device) || lacks(device));
}

function isReached(alternative: Conditional, progress: Progress, moment: Moment, sight: Sight): boolean {
  const key = String(moment.device);
  const isSo =
    alternative.kind === 'hold' ? holds(alternative, moment, sight) : isStill(alternative, progress, moment, sight);
  if (!isSo) {
    delete progress.since[key];
    return false;
  }
  progress.since[key] ??= moment.at;
  const wanted = alternative.seconds === null ? 0 : numberOf(alternative.seconds, sight, moment.device);
  // A little less than asked: samples stand between the times that are counted in decimals.
  return wanted !== null && moment.at - (progress.since[key] ?? moment.at) >= wanted - 1e-6;
}

function holds(
  { condition }: Extract<Alternative, { readonly kind: 'hold' }>,
  { device }: Moment,
  sight: Sight,
): boolean {
  return evaluate(condition, isOfEach(condition, sight) ? device : null, sight) === true;
}

/** Whether all values since it is so stay within the tolerance; where they do not, it begins anew with the last one. */
function isStill(
  { input, within }: Extract<Alternative, { readonly kind: 'still' }>,
  progress: Progress,
  { device }: Moment,
  sight: Sight,
): boolean {
  const key = String(device);
  const value = sight.rings.last(device, input);
  const tolerance = numberOf(within, sight, device);
  if (value === null || tolerance === null) return false;
  const least = Math.min(progress.least[key] ?? value, value);
  const greatest = Math.max(progress.greatest[key] ?? value, value);
  const fits = greatest - least <= tolerance;
  progress.least[key] = fits ? least : value;
  progress.greatest[key] = fits ? greatest : value;
  if (!fits) delete progress.since[key];
  return true;
}

/** s of the run when the countdown of a device ends, null where it does not count. */
export function countdownOf({ alternatives }: Wait, waiting: Waiting, device: number, sight: Sight): number | null {
  for (const [i, alternative] of alternatives.entries()) {
    if (alternative.kind !== 'hold' && alternative.kind !== 'still') continue;
    const since = waiting.progress[i]?.since[String(device)];
    const wanted = alternative.seconds === null ? null : numberOf(alternative.seconds, sight, device);
    if (since !== undefined && wanted !== null) return since + wanted;
  }
  return null;
}
