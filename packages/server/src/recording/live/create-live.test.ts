import type { LiveData } from '@sillage/contract';
import { encodeBlock, type ModuleMeta, readCheckedBlockHeader } from '@sillage/device-protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTap, type TapSource } from '../tap/index.ts';
import { createLive, type Live } from './index.ts';

const module: ModuleMeta = {
  id: 1,
  type: 'imu',
  rateHz: 100,
  realtimeRateHz: 100,
  timing: 'regular',
  columns: [
    {
      name: 'x',
      unit: '',
      type: 'int16',
      scale: 1,
      offset: 0,
      description: { fr: 'x', en: 'x' },
      precision: 0,
    },
  ],
};

let sent: { atMs: number; batch: LiveData }[];
let live: Live;
let tap: TapSource;
let sequences: Map<number, number>;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  sequences = new Map();
  tap = createTap((_, error) => {
    throw error;
  });
  live = createLive({
    tap,
    nowMs: () => Date.now(),
    realtime: {
      // Somebody is in the rooms of three devices.
      onListeners: (_kind, changed) => [1, 2, 3].forEach((number) => void changed(number, true)),
      emit: (kind, _id, payload) => {
        if (kind === 'liveData') sent.push({ atMs: Date.now(), batch: payload as LiveData });
      },
    },
  });
});
afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

/** One sample of the device; `lane` is a second module of it. */
function block(number: number, lane = 'imu', recordId = 0, aheadUs = 0): void {
  const sequence = sequences.get(number) ?? 0;
  sequences.set(number, sequence + 1);
  const header = { moduleId: 1, sampleCount: 1, recordId, sequence, firstSampleUs: sequence * 10_000 + aheadUs };
  const bytes = encodeBlock(header, module, { columns: [[sequence]] });
  tap.pass(number, readCheckedBlockHeader(bytes), lane, module, bytes);
}

const of = (number: number) => sent.filter(({ batch }) => batch.number === number);

it('a first block is shown at once, with those of the device’s other modules', () => {
  block(1);
  vi.advanceTimersByTime(5);
  block(1, 'gps');
  vi.advanceTimersByTime(10);
  expect(sent).toHaveLength(1);
  expect(Object.keys(sent[0]?.batch.data ?? {})).toEqual(['imu', 'gps']);
});

it('a device that sends faster gets a batch every 45 ms, and no sample is lost', () => {
  for (let ms = 0; ms < 10_000; ms += 10) {
    block(1);
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(100);
  expect(of(1).length).toBeGreaterThan(190);
  expect(of(1).length).toBeLessThanOrEqual(225);
  expect(of(1).flatMap(({ batch }) => batch.data.imu?.x ?? [])).toEqual(Array.from({ length: 1000 }, (_, i) => i));
});

it('devices keep their own rhythm: a block every 50 ms waits for the gathering only', () => {
  const came: number[] = [];
  for (let ms = 0; ms < 2000; ms += 5) {
    if (ms % 50 === 0) block(1);
    if (ms % 50 === 25) {
      block(2);
      came.push(Date.now());
    }
    vi.advanceTimersByTime(5);
  }
  vi.advanceTimersByTime(100);
  expect(of(2)).toHaveLength(came.length);
  const waits = of(2).map(({ atMs }, i) => atMs - (came[i] ?? 0));
  expect(Math.max(...waits)).toBeLessThanOrEqual(10);
});

it('a batch that was late does not make all that follow late', () => {
  const shownMs = new Map<number, number>();
  for (let ms = 0; ms < 3000; ms += 5) {
    if (ms === 35 || (ms > 0 && ms % 50 === 0)) block(1); // the first one comes 35 ms late
    vi.advanceTimersByTime(5);
    for (const { batch } of sent.splice(0)) for (const x of batch.data.imu?.x ?? []) shownMs.set(x ?? 0, ms);
  }
  expect(shownMs.size).toBe(60);
  const waits = [...shownMs].map(([sequence, ms]) => ms - 50 * sequence);
  expect(Math.max(...waits.slice(20))).toBeLessThanOrEqual(10);
});

it('nothing is left running once all is shown', () => {
  block(1);
  vi.advanceTimersByTime(1000);
  expect(vi.getTimerCount()).toBe(0);
});

describe('a time stamp from the future', () => {
  const hourUs = 3600e6;
  /** Two seconds of a record; the blocks of these sequences are ahead by so much. */
  function record(wrong: readonly number[], aheadUs: number): void {
    tap.recordStarted(1, 7, 0);
    for (let i = 0; i < 200; i++) {
      block(1, 'imu', 7, wrong.includes(i) ? aheadUs : 0);
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(100);
  }
  const shown = () => of(1).flatMap(({ batch }) => batch.data.imu?.x ?? []);
  const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

  it('is set apart: its successors are shown, and the record lasts as long as it did', () => {
    record([50], hourUs);
    expect(shown()).toEqual(upTo(200).filter((i) => i !== 50));
    expect(Math.max(...of(1).map(({ batch }) => batch.recTime ?? 0))).toBe(1.99);
  });

  it.each([
    ['at the first block that is shown', [0]],
    ['twice in a row', [50, 51]],
  ])('%s spoils nothing after it', (_where, wrong) => {
    record(wrong, hourUs);
    expect(shown().slice(-100)).toEqual(upTo(200).slice(100));
    expect(of(1).at(-1)?.batch.recTime).toBe(1.99);
  });

  it('in a block of stamped samples hides its sample alone', () => {
    const stamped: ModuleMeta = { ...module, timing: 'stamped' };
    const send = (sequence: number, stampsUs: number[]) => {
      const header = { moduleId: 1, sampleCount: 3, recordId: 7, sequence, firstSampleUs: sequence * 30_000 };
      const values = stampsUs.map((_, i) => sequence * 3 + i);
      const bytes = encodeBlock(header, stamped, { stampsUs, columns: [values] });
      tap.pass(1, readCheckedBlockHeader(bytes), 'imu', stamped, bytes);
    };
    send(0, [0, 10_000, 20_000]);
    send(1, [0, hourUs, 20_000]);
    send(2, [0, 10_000, hourUs]);
    send(3, [0, 10_000, 20_000]);
    vi.advanceTimersByTime(100);
    expect(shown()).toEqual(upTo(12).filter((i) => i !== 4 && i !== 8));
  });

  it('is none after lost blocks, or after a pause: what follows is shown', () => {
    block(1, 'imu', 7);
    sequences.set(1, 6000);
    block(1, 'imu', 7); // a minute of blocks was lost
    vi.advanceTimersByTime(60_000);
    block(1, 'imu', 7, 60e6); // a minute's pause
    block(1, 'imu', 7, hourUs); // an hour that nobody noticed: the next block confirms it
    block(1, 'imu', 7, hourUs);
    vi.advanceTimersByTime(100);
    expect(shown()).toEqual([0, 6000, 6001, 6003]);
  });
});
