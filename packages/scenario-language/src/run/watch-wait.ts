import type { Action, Alternative } from '../graph.ts';
import { evaluate, isOfEach, reader, readsSamples, type Sight } from './evaluate.ts';
import type { Progress, Value, Waiting } from './state.ts';

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

/** Looks at the ways out of a wait, at a moment of one device; true where the wait is over. */
export type Watch = (at: number) => boolean;

/**
 * Watches a wait for one device until something else happens than its samples: what they do not change is computed once.
 * @param isSample whether it looks at each sample: what reads samples is judged by them alone, so that a sensor that is silent reaches nothing
 */
export function watchWait({ alternatives }: Wait, waiting: Waiting, of: Watched): Watch {
  const { device, isSample, sight } = of;
  if (!sight.state.devices.includes(device)) return () => false;
  const watches = alternatives.flatMap((alternative, i) => {
    const progress = waiting.progress[i];
    if (progress === undefined || (alternative.kind !== 'hold' && alternative.kind !== 'still')) return [];
    if (!isSample && (alternative.kind === 'still' || readsSamples(alternative.condition))) return [];
    return [watchAlternative(alternative, progress, device, sight)];
  });
  return (at) => at >= waiting.startedAt && watches.some((watch) => watch(at));
}

export interface Watched {
  readonly device: number;
  readonly isSample: boolean;
  readonly sight: Sight;
}

type Conditional = Extract<Alternative, { readonly kind: 'hold' | 'still' }>;

function watchAlternative(alternative: Conditional, progress: Progress, device: number, sight: Sight): Watch {
  const key = String(device);
  const isSo =
    alternative.kind === 'hold' ? holds(alternative, device, sight) : isStill(alternative, progress, device, sight);
  const wanted = alternative.seconds === null ? () => 0 : reader(alternative.seconds, device, sight);
  let [isNew, hasReached] = [true, progress.reached.includes(device)];
  return (at) => {
    const wasReached = hasReached;
    hasReached ||= isReached(isSo(), progress.since, { key, at, wanted });
    if (hasReached && !wasReached) progress.reached.push(device);
    // Nothing else changes it within a block.
    const isToLook = isNew || hasReached !== wasReached;
    isNew = false;
    return isToLook && isOver(alternative, progress, sight);
  };
}

/** Whether all that are waited for got there, or one where one is enough. */
function isOver(alternative: Conditional, { reached }: Progress, sight: Sight): boolean {
  if (reached.length === 0) return false;
  if (alternative.isAny) return true;
  return sight.state.devices.every((device) => reached.includes(device) || lacks(alternative, device, sight));
}

/** Whether a device has no value of what it is waited for with: it is not waited for. */
export function lacks(alternative: Conditional, device: number, sight: Sight): boolean {
  if (alternative.kind !== 'hold') return false;
  return alternative.needs.some((name) => evaluate({ op: 'variable', name }, device, sight) === null);
}

/** Whether it is so for as long as it is wanted; `since` keeps from when on. */
function isReached(
  isSo: boolean | 'anew',
  since: Progress['since'],
  { key, at, wanted }: { readonly key: string; readonly at: number; readonly wanted: () => Value },
): boolean {
  const before = since[key];
  if (isSo !== true && before !== undefined) delete since[key];
  if (isSo === false) return false;
  const from = isSo === 'anew' ? at : (before ?? at);
  if (from !== before) since[key] = from;
  const seconds = wanted();
  // A little less than asked: samples stand between the times that are counted in decimals.
  return typeof seconds === 'number' && at - from >= seconds - 1e-6;
}

function holds(
  { condition }: Extract<Alternative, { readonly kind: 'hold' }>,
  device: number,
  sight: Sight,
): () => boolean {
  const read = reader(condition, isOfEach(condition, sight) ? device : null, sight);
  return () => read() === true;
}

/** Whether all values since it is so stay within the tolerance; where they do not, it begins anew with the last one. */
function isStill(
  { input, within }: Extract<Alternative, { readonly kind: 'still' }>,
  progress: Progress,
  device: number,
  sight: Sight,
): () => boolean | 'anew' {
  const key = String(device);
  const [last, most] = [sight.rings.reader(device, input), reader(within, device, sight)];
  return () => {
    const [value, tolerance] = [last(), most()];
    if (value === null || typeof tolerance !== 'number') return false;
    const least = Math.min(progress.least[key] ?? value, value);
    const greatest = Math.max(progress.greatest[key] ?? value, value);
    const fits = greatest - least <= tolerance;
    progress.least[key] = fits ? least : value;
    progress.greatest[key] = fits ? greatest : value;
    return fits || 'anew';
  };
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
