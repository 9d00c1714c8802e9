import { z } from 'zod';
import { create } from 'zustand';
import { resetWhenSignedOut } from '../../../base/forget-user.ts';

/** Of an indicator, as it is said: a pace in s. */
export interface Target {
  readonly from: number;
  readonly to: number;
}

const storageKey = 'sillage.liveTargets';
/** Targets that a browser keeps. */
const mostTargets = 50;
const Stored = z.object({
  targets: z
    .record(
      z.string().max(100),
      z.object({ from: z.number(), to: z.number() }).refine(({ from, to }) => from <= to),
    )
    .refine((targets) => Object.keys(targets).length <= mostTargets),
  sound: z.boolean(),
});
type Stored = z.infer<typeof Stored>;

const none: Stored = { targets: {}, sound: false };

/** What the browser remembers; nothing where that cannot be read. */
export function readTargets(stored: string | null): Stored {
  try {
    return Stored.parse(JSON.parse(stored ?? ''));
  } catch {
    return none;
  }
}

const useStore = create<Stored>()(() => readTargets(localStorage.getItem(storageKey)));
useStore.subscribe((state) => localStorage.setItem(storageKey, JSON.stringify(state)));
resetWhenSignedOut(() => useStore.setState(none));

/** A target is of an indicator in one unit: in another unit its figures would mean something else. */
export function targetKey(indicator: string, unit: string): string {
  return `${indicator} ${unit}`;
}

export function useTargets(): Readonly<Record<string, Target>> {
  return useStore(({ targets }) => targets);
}

/** Puts or, with undefined, takes away targets by their keys; others stay. */
export function setTargets(changed: ReadonlyMap<string, Target | undefined>): void {
  useStore.setState(({ targets }) => {
    const kept = Object.entries(targets).filter(([key]) => !changed.has(key));
    const put = [...changed].flatMap(([key, target]) => (target === undefined ? [] : [[key, target] as const]));
    return { targets: Object.fromEntries([...put, ...kept].slice(0, mostTargets)) };
  });
}

export function useTargetSound(): boolean {
  return useStore(({ sound }) => sound);
}

export function isTargetSoundOn(): boolean {
  return useStore.getState().sound;
}

export function switchTargetSound(sound: boolean): void {
  useStore.setState({ sound });
}

/** Where a value lies: how far above the target, below it (negative), or inside (0). Undefined where there is none. */
export function gapOf(value: number | null | undefined, target: Target | undefined): number | undefined {
  if (target === undefined || value == null || !Number.isFinite(value)) return undefined;
  return value > target.to ? value - target.to : value < target.from ? value - target.from : 0;
}
