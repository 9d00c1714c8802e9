import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTally } from './index.ts';

const lines: { fields: object; sentence: string }[] = [];
const warn = (fields: object, sentence: string) => void lines.push({ fields, sentence });
const log = { debug: warn, info: warn, warn, error: warn, child: () => log };

beforeEach(() => {
  vi.useFakeTimers();
  lines.length = 0;
});
afterEach(() => void vi.useRealTimers());

describe('a tally', () => {
  it('counts by kind and device, and keeps the last reason', () => {
    const tally = createTally({ log, nowMs: () => 5 });
    tally.count('meta.refused', { device: 10200042, reason: 'columns' });
    tally.count('meta.refused', { device: 10200042, reason: 'unit' });
    tally.count('login.refused');
    expect(tally.rows()).toEqual([
      { what: 'meta.refused', device: 10200042, count: 2, lastMs: 5, reason: 'unit' },
      { what: 'login.refused', device: null, count: 1, lastMs: 5, reason: null },
    ]);
    tally.close();
  });

  it('writes one line a minute and kind, and none when nothing came', () => {
    const tally = createTally({ log, nowMs: () => 5 });
    for (let i = 0; i < 20_000; i++) tally.count('block.refused', { device: 10200042, reason: 'crc' });
    tally.count('block.refused', { device: 10200043 });
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.fields).toMatchObject({ what: 'block.refused', times: 20_001 });
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
    tally.count('block.refused', { device: 10200042 });
    tally.close();
    expect(lines[1]?.fields).toMatchObject({ times: 1 });
  });

  it('does not grow with the device numbers that strangers make up', () => {
    const tally = createTally({ log, nowMs: () => 5 });
    for (let device = 0; device < 10_000; device++) tally.count('login.refused', { device });
    const rows = tally.rows();
    expect(rows.length).toBeLessThanOrEqual(2001);
    expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(10_000);
    // What really went wrong with a device is told all the same.
    tally.count('block.refused', { device: 10200042 });
    expect(tally.rows()).toContainEqual(expect.objectContaining({ what: 'block.refused', device: 10200042 }));
    tally.close();
  });
});
