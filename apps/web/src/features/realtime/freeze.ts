import { recordTimeAt } from '@sillage/domain';
import { useEffect, useState } from 'react';
import { clampWindow, panBy, spanOf, type TimeWindow, zoomAround } from '../../charts/time-window.ts';
import { useFollowedRecords } from '../../live/followed-records.ts';
import type { LiveSamples } from '../../live/live-samples.ts';
import { useSamples } from './samples.tsx';

/** The curves at a moment: they stand still, what comes in goes on coming in. */
export interface Frozen {
  /** ms of the page's clock. */
  readonly atMs: number;
  /** s; where the time axis of each device stood then. */
  readonly ends: ReadonlyMap<number, number>;
  /** s from that moment, which is 0; what is shown. */
  readonly window: TimeWindow;
  /** s from that moment; what is kept. */
  readonly extent: TimeWindow;
}

/** s; no window shows less. */
const narrowest = 1;

/** Where the time axis of a device stands: its last sample, or how far its clock has run since. */
export function endOf(samples: LiveSamples, number: number, names: readonly string[], nowMs: number): number {
  const edge = samples.edge(number);
  if (edge !== undefined) return recordTimeAt(edge, nowMs);
  const lasts = names.map((name) => lastOf(samples, number, name));
  return Math.max(0, ...lasts);
}

function lastOf(samples: LiveSamples, number: number, name: string): number {
  const buffer = samples.series(number, name) ?? samples.kept(number, name);
  return buffer === undefined || buffer.length === 0 ? 0 : buffer.timeAt(buffer.length - 1);
}

/** s that the page has of these devices, at most. */
export function keptOf(samples: LiveSamples, watched: readonly Watched[], nowMs: number): number {
  const spans = watched.flatMap(({ number, names }) =>
    names.map((name) => {
      const buffer = samples.series(number, name) ?? samples.kept(number, name);
      return buffer === undefined || buffer.length === 0 ? 0 : endOf(samples, number, names, nowMs) - buffer.timeAt(0);
    }),
  );
  return Math.max(0, ...spans);
}

export interface Watched {
  readonly number: number;
  readonly names: readonly string[];
}

/** @param seconds of the window that was live */
export function freezeAt(samples: LiveSamples, watched: readonly Watched[], nowMs: number, seconds: number): Frozen {
  return {
    atMs: nowMs,
    ends: new Map(watched.map(({ number, names }) => [number, endOf(samples, number, names, nowMs)])),
    window: { from: -seconds, to: 0 },
    extent: { from: -Math.max(seconds, keptOf(samples, watched, nowMs)), to: 0 },
  };
}

export function lookBack(frozen: Frozen, window: TimeWindow): Frozen {
  const held = clampWindow(window, frozen.extent);
  return { ...frozen, window: spanOf(held) < narrowest ? frozen.window : held };
}

/** How the curves are frozen, moved and let go. */
export interface Freezing {
  readonly frozen: Frozen | undefined;
  freeze(): void;
  release(): void;
  /** s; freezes what is live. */
  pan(seconds: number): void;
  /** Around a moment, in s from when it was frozen; freezes what is live. */
  zoom(factor: number, around?: number): void;
  look(window: TimeWindow): void;
}

/** A new start lets go of it: what was frozen is not there any more. */
export function useFreezing(watched: readonly Watched[], windowSeconds: number): Freezing {
  const samples = useSamples();
  const [frozen, set] = useState<Frozen>();
  const records = useFollowedRecords(({ running }) => running.size > 0);
  const [recorded, setRecorded] = useState(records);
  if (recorded !== records) {
    setRecorded(records);
    if (records) set(undefined);
  }
  // Another width was chosen among the usual ones.
  useEffect(() => {
    set((before) => before && lookBack(before, { from: before.window.to - windowSeconds, to: before.window.to }));
  }, [windowSeconds]);
  const now = () => freezeAt(samples, watched, performance.now(), windowSeconds);
  const change = (how: (from: Frozen) => TimeWindow) =>
    set((before) => {
      const from = before ?? now();
      return lookBack(from, how(from));
    });
  return {
    frozen,
    freeze: () => set(now()),
    release: () => set(undefined),
    pan: (seconds) => change(({ window, extent }) => panBy(window, seconds, extent)),
    zoom: (factor, around) =>
      change(({ window, extent }) => zoomAround(window, around ?? (window.from + window.to) / 2, factor, extent)),
    look: (window) => change(() => window),
  };
}
