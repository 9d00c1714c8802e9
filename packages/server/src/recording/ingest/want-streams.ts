import { type api, type BodyOf, type Refusal, refuse } from '@sillage/contract';
import type { DeviceMeta } from '@sillage/device-protocol';

/** Names of modules that a device is to stream, or all. */
export type WantedModules = readonly string[] | 'all';

/** What callers want one device to stream. */
export interface Wishes {
  /** Keeps what a caller wants in place of what they wanted before; answers what all of them together want. */
  add(
    caller: string,
    modules: WantedModules,
    until: { readonly nowMs: number; readonly holdMs: number },
  ): WantedModules;
  /** Callers whose wishes are kept, those who come beyond as one. */
  readonly size: number;
}

interface Wish {
  readonly modules: WantedModules;
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
  meta: DeviceMeta | undefined,
  { modules, realtime_data_keys: keys }: BodyOf<typeof api.requestRealtime>,
): WantedModules | Refusal {
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

export function createWishes(): Wishes {
  const wishes = new Map<string, Wish>();
  return {
    add(caller, modules, { nowMs, holdMs }) {
      for (const [one, { untilMs }] of wishes) if (untilMs <= nowMs) wishes.delete(one);
      const untilMs = nowMs + holdMs;
      if (wishes.has(caller) || wishes.size < maxWishes) wishes.set(caller, { modules, untilMs });
      else wishes.set(ofTheOthers, { modules: 'all', untilMs });
      const wanted = [...wishes.values()].map((wish) => wish.modules);
      return wanted.includes('all') ? 'all' : [...new Set(wanted.flat())];
    },
    get size() {
      return wishes.size;
    },
  };
}
