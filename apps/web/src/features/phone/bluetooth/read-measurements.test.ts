import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  anyCrank,
  readCyclingPower,
  readHeartRate,
  readSpeedAndCadence,
  turnsPerSecond,
  wheelOfPower,
} from './read-measurements.ts';

const packet = (...bytes: number[]) => new DataView(new Uint8Array(bytes).buffer);

it('reads the heart rate in a byte, or in two, with contact, energy and the intervals between beats', () => {
  expect(readHeartRate(packet(0x00, 156))).toEqual({ rateBpm: 156, rrSeconds: [], hasContact: undefined });
  expect(readHeartRate(packet(0x06, 60))).toMatchObject({ rateBpm: 60, hasContact: true });
  expect(readHeartRate(packet(0x04, 60))).toMatchObject({ hasContact: false });
  // Two bytes, energy of 500 kJ, intervals of 1024/1024 and 512/1024 s.
  expect(readHeartRate(packet(0x19, 0x2c, 0x01, 0xf4, 0x01, 0x00, 0x04, 0x00, 0x02))).toEqual({
    rateBpm: 300,
    rrSeconds: [1, 0.5],
    hasContact: undefined,
  });
});

it('reads the power, and behind balance and torque the turns of wheel and crank', () => {
  expect(readCyclingPower(packet(0x00, 0x00, 0xfa, 0x00))).toEqual({
    ...{ powerWatts: 250, wheel: undefined, crank: undefined },
  });
  expect(readCyclingPower(packet(0x00, 0x00, 0xf6, 0xff))?.powerWatts).toBe(-10);
  // Flags 0, 2, 4, 5; 300 W; balance 50 %; torque; 1000 turns of the wheel at 2048/2048 s; 40 of the crank at 512/1024 s.
  const all = [0x35, 0x00, 0x2c, 0x01, 100, 0x20, 0x00, 0xe8, 0x03, 0, 0, 0x00, 0x08, 40, 0, 0x00, 0x02];
  expect(readCyclingPower(packet(...all))).toEqual({
    powerWatts: 300,
    wheel: { count: 1000, atSeconds: 1 },
    crank: { count: 40, atSeconds: 0.5 },
  });
});

it('reads turns of wheel and crank of a speed and cadence sensor', () => {
  expect(readSpeedAndCadence(packet(0x03, 0x01, 0, 0, 0x80, 0x00, 0x04, 7, 0, 0x00, 0x08))).toEqual({
    wheel: { count: 0x80000001, atSeconds: 1 },
    crank: { count: 7, atSeconds: 2 },
  });
  expect(readSpeedAndCadence(packet(0x00))).toEqual({ wheel: undefined, crank: undefined });
});

it('counts on where counter and clock begin again, and says nothing of one that was reset', () => {
  expect(turnsPerSecond({ count: 10, atSeconds: 1 }, { count: 13, atSeconds: 3 }, anyCrank)).toBe(1.5);
  expect(turnsPerSecond({ count: 65_535, atSeconds: 63.5 }, { count: 1, atSeconds: 0.5 }, anyCrank)).toBe(2);
  expect(turnsPerSecond({ count: 2 ** 32 - 1, atSeconds: 31 }, { count: 3, atSeconds: 1 }, wheelOfPower)).toBe(2);
  expect(turnsPerSecond({ count: 10, atSeconds: 1 }, { count: 10, atSeconds: 1 }, anyCrank)).toBeUndefined();
  expect(turnsPerSecond({ count: 5000, atSeconds: 1 }, { count: 2, atSeconds: 2 }, anyCrank)).toBeUndefined();
});

it('of any bytes reads numbers or nothing, and never throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 24 }), (bytes) => {
      const view = new DataView(Uint8Array.from(bytes).buffer);
      for (const read of [readHeartRate, readCyclingPower, readSpeedAndCadence]) {
        const numbers = JSON.stringify(read(view) ?? {});
        expect(numbers).not.toMatch(/null|NaN/);
      }
    }),
  );
});
