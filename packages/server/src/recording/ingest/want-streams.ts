import { type api, type BodyOf, type Refusal, refuse } from '@sillage/contract';
import type { DeviceSession } from './device-session.ts';

/** What one caller wants a device to stream: names of modules, or all. */
export interface Wish {
  readonly modules: readonly string[] | 'all';
  /** monotonic ms */
  readonly untilMs: number;
}

/** Callers whose wishes are kept for a device, each; who comes beyond gets all modules. */
const maxWishes = 100;
const ofTheOthers = 'others';

/**
 * Names of the modules that a body asks for. Nothing, null and an empty list ask for all; a name that the device does not
 * have is left out beside one that it has, and refused alone.
 */
export function wantedModules(
  { meta }: DeviceSession,
  { modules, realtime_data_keys: keys }: BodyOf<typeof api.requestRealtime>,
): Wish['modules'] | Refusal {
  const field = modules == null ? 'realtime_data_keys' : 'modules';
  const given =
    modules == null
      ? (keys ?? []).map((key) => key.split('.')[0] ?? '')
      : Array.isArray(modules)
        ? modules
        : Object.keys(modules);
  if (given.length === 0 || meta === undefined) return 'all';
  const known = [...new Set(given)].filter((name) => Object.hasOwn(meta.modules, name));
  return known.length > 0 ? known : refuse('request.invalid', {}, { [field]: 'unknown' });
}

/** Keeps what a caller wants in place of what they wanted before; answers what all of them together want. */
export function addWish(
  wishes: Map<string, Wish>,
  caller: string,
  modules: Wish['modules'],
  { nowMs, holdMs }: { readonly nowMs: number; readonly holdMs: number },
): Wish['modules'] {
  for (const [one, { untilMs }] of wishes) if (untilMs <= nowMs) wishes.delete(one);
  const untilMs = nowMs + holdMs;
  if (wishes.has(caller) || wishes.size < maxWishes) wishes.set(caller, { modules, untilMs });
  else wishes.set(ofTheOthers, { modules: 'all', untilMs });
  const wanted = [...wishes.values()].map((wish) => wish.modules);
  return wanted.includes('all') ? 'all' : [...new Set(wanted.flat())];
}
