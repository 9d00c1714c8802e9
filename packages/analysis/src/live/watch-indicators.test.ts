import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { integrateSamples } from '@sillage/signal';
import { describe, expect, test } from 'vitest';
import { findFlights } from '../force-plate/find-flights.ts';
import { answerOf, makeRecording } from '../make-test-recording.ts';
import type { Variable } from '../run-analysis.ts';
import { indicatorsOf } from './indicator-table.ts';
import { type IndicatorWatch, watchIndicators } from './watch-indicators.ts';

const recordings = new URL('../../../../apps/simulator/recordings/', import.meta.url);
const rateOf = ({ timesSeconds }: Variable) => (timesSeconds.length - 1) / (timesSeconds.at(-1)! - timesSeconds[0]!);

/** A watch of the sport over all of a recording, as it comes, looked at four times a second. */
function stream(
  variables: readonly Variable[],
  sport: string | undefined,
  seen: (watch: IndicatorWatch, t: number) => void,
) {
  const live = variables.map((one) => ({ name: one.name, unit: one.unit, rateHz: rateOf(one) }));
  const watch = watchIndicators(live, sport, indicatorsOf(sport));
  const at = variables.map(() => 0);
  const end = Math.max(...variables.map(({ timesSeconds }) => timesSeconds.at(-1)!));
  for (let t = 0.25; t <= end + 0.25; t += 0.25) {
    for (const [v, { name, timesSeconds, values }] of variables.entries()) {
      const sinks = watch.sinksOf(name);
      for (; at[v]! < values.length && timesSeconds[at[v]!]! <= t; at[v]!++) {
        for (const sink of sinks) sink(timesSeconds[at[v]!]!, values[at[v]!]!);
      }
    }
    seen(watch, t);
  }
  return watch;
}

/** What was said last. */
function lastOf(variables: readonly Variable[], sport: string | undefined) {
  let end = 0;
  const watch = stream(variables, sport, (_, t) => {
    end = t;
    _.look(t);
  });
  return Object.fromEntries([...watch.look(end)].map(([name, { value }]) => [name, value]));
}

/** Rows of a file of numbers as variables. */
function readColumns(
  text: string,
  delimiter: string,
  units: Readonly<Record<string, string>>,
  times: (row: number) => number,
) {
  const [head = '', ...rows] = text.trim().split(/\r?\n/);
  const names = head.split(delimiter);
  return Object.entries(units).map(([name, unit]): Variable => {
    const column = names.indexOf(name);
    const values = Float64Array.from(rows, (row) => Number.parseFloat(row.split(delimiter)[column] ?? ''));
    return { name, unit, values, timesSeconds: Float64Array.from(rows, (_, i) => times(i)) };
  });
}

describe('Strokes of a boat while it rows', () => {
  const noise = (t: number) => 0.3 * Math.sin(2 * Math.PI * 7.3 * t) + 0.2 * Math.sin(2 * Math.PI * 11.9 * t);
  /** The rate goes from 24 to 34 in two minutes. */
  const phase = (t: number) => (24 * t + (10 * t * t) / 240) / 60;
  const boat = (t: number) => {
    const part = phase(t) % 1;
    return part < 0.4 ? 3 * Math.sin((Math.PI * part) / 0.4) : -2 * Math.sin((Math.PI * (part - 0.4)) / 0.6);
  };
  const recording = makeRecording(120, 100, {
    'imu.acc_x': ['m/s²', (t) => boat(t) + noise(t)],
    'gps.speed': ['m/s', () => 4],
  });
  const batch = answerOf('rowingStrokes', recording);

  test('are those that the analysis finds afterwards', () => {
    const live = lastOf(recording, 'aviron');
    expect(Math.abs((live.strokes ?? 0) - (batch.numbers.strokes ?? 0))).toBeLessThanOrEqual(2);
    const rates = batch.cycles.slice(-3).map(({ values }) => values.rate ?? Number.NaN);
    expect(live.strokeRate).toBeCloseTo(rates.reduce((sum, one) => sum + one, 0) / 3, 0);
    expect(live.driveShare).toBeCloseTo(batch.numbers.driveShare ?? 0, -1);
    expect(live.pace).toBeCloseTo(125, 6);
    expect(live.distance).toBeCloseTo(4 * 119.99, 1);
  });

  test('their rate follows within seconds, and no value is of the future', () => {
    stream(recording, 'aviron', (watch, t) => {
      const said = watch.look(t).get('strokeRate');
      if (t < 12) return;
      expect(said?.at).toBeLessThanOrEqual(t);
      expect(Math.abs((said?.value ?? 0) - (24 + t / 12))).toBeLessThan(1.5);
    });
  });

  test('without a sport nothing is read into motion', () => {
    const live = lastOf(recording, undefined);
    expect(Object.keys(live)).toEqual(['speed', 'distance']);
  });
});

test('jumps on real plates are counted when they have landed, with the height of their flight', () => {
  const text = readFileSync(new URL('01_jumps_gidiel/Dual-CMJ-Fz.txt', recordings), 'utf8');
  const plates = readColumns(text, '\t', { FP1: 'N', FP2: 'N' }, (row) => row / 1000);
  const [left, right] = plates;
  const total = left!.values.map((one, i) => one + right!.values[i]!);
  const flights = findFlights(total, 1000, 20).filter(({ landing }) => landing !== undefined);
  const named = plates.map((plate, i) => ({ ...plate, name: `plate.${['fzg', 'fzd'][i]}` }));
  const live = lastOf(named, 'jump');
  expect(flights.length).toBeGreaterThan(0);
  expect(live.jumps).toBe(flights.length);
  const { takeOff, landing = 0 } = flights.at(-1)!;
  expect(live.jumpHeight).toBeCloseTo((9.81 * ((landing - takeOff) / 1000) ** 2) / 8, 1);
  expect(live.force).toBeGreaterThan(0);
});

test('a real ride: power is of the last second, the distance what the whole speed adds up to', () => {
  const text = gunzipSync(
    readFileSync(new URL('09_cycling_power/Edge810-Vector_records.csv.gz', recordings)),
  ).toString();
  const units = { power: 'W', cadence: 'rpm', speed: 'm/s' };
  const ride = readColumns(text, ',', units, (row) => row).map((one) => ({ ...one, name: `bike.${one.name}` }));
  const speed = ride[2]!;
  const known = Float64Array.from(speed.values, (_, i) => i).filter((i) => Number.isFinite(speed.values[i]));
  const [times, values] = [known, known.map((i) => speed.values[i]!)];
  const whole = integrateSamples(times, values, { from: 0, to: times.length }).at(-1)!;
  const live = lastOf(ride, 'velo');
  expect(live.distance! / whole).toBeCloseTo(1, 2);
  const power = ride[0]!.values.filter(Number.isFinite).at(-1)!;
  expect(live.power).toBeCloseTo(power, 6);
});
