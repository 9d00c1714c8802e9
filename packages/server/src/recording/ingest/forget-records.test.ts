import type { DeviceMeta, StoredRecord } from '@sillage/device-protocol';
import { describe, expect, it } from 'vitest';
import { type JournalContent, SequenceSet } from '../journal/index.ts';
import { type Evidence, type WhyKept, whyKept } from './forget-records.ts';

const column = { name: 'x', unit: '', type: 'int16', scale: 1, offset: 0, precision: 2 } as const;
const module = (id: number) => ({
  ...{ id, type: 'imu', rateHz: 100, realtimeRateHz: 20, timing: 'regular' as const },
  columns: [{ ...column, description: { fr: 'x', en: 'x' } }],
});
const meta = (modules: Readonly<Record<string, number>>): DeviceMeta => ({
  ...{ protocol: 1, number: 7, name: 'Boat', version: '1', features: {} },
  modules: Object.fromEntries(Object.entries(modules).map(([name, id]) => [name, module(id)])),
});

/** A journal that names modules so, and holds blocks 0 to count − 1 of these numbers. */
function journal(modules: Readonly<Record<string, number>> | undefined, blocks: Readonly<Record<number, number>>) {
  const received = new Map<number, SequenceSet>();
  for (const [id, count] of Object.entries(blocks)) {
    const sequences = new SequenceSet();
    for (let i = 0; i < count; i++) sequences.add(i);
    received.set(Number(id), sequences);
  }
  const header = modules && {
    ...{ recordUid: 'u', deviceNumber: 7, deviceRecordId: 1, startUs: 5e6, clockOffsetUs: null },
    meta: meta(modules),
  };
  return { header, received } satisfies JournalContent;
}

const stored: StoredRecord = { id: 1, startUs: 5e6, stopUs: 9e6, blocks: { imu: 3, gps: 2 } };
const told = (change: Partial<StoredRecord> = {}, connection = 2) => ({ stored: { ...stored, ...change }, connection });
const here = journal({ imu: 1, gps: 2 }, { 1: 3, 2: 2 });
const session = {
  connected: true,
  connection: 2,
  running: undefined as { id: number; startUs: number } | undefined,
  meta: meta({ imu: 1, gps: 2 }) as DeviceMeta | undefined,
};

describe('a device may forget a record', () => {
  const cases: [string, WhyKept | undefined, Partial<typeof session>, Partial<Evidence>][] = [
    ['all of which is here', undefined, {}, {}],
    ['whose start it tells a little otherwise', undefined, {}, { told: told({ startUs: 5.9e6 }) }],
    ['while it makes another', undefined, { running: { id: 2, startUs: 1e9 } }, {}],
    ['of which it holds less than is here', undefined, {}, { told: told({ blocks: { imu: 1 } }) }],
    [
      'in which nothing was measured, never heard of here',
      undefined,
      {},
      { told: told({ blocks: { imu: 0, gps: 0 } }), content: journal(undefined, {}) },
    ],
    ['whose modules it numbers otherwise by now', undefined, { meta: meta({ imu: 2, gps: 1 }) }, {}],
    [
      'with a module that the journal does not name',
      undefined,
      { meta: meta({ imu: 1, gps: 2 }) },
      { content: journal({ imu: 1 }, { 1: 3, 2: 2 }) },
    ],
    ['not when it is away', 'away', { connected: false }, {}],
    ['not when it said nothing of it', 'notCompared', {}, { told: undefined }],
    ['not when it said so before it connected anew', 'notCompared', {}, { told: told({}, 1) }],
    ['not when its own began at another time', 'otherRecord', {}, { told: told({ startUs: 6.1e6 }) }],
    ['not when it has not stopped it', 'notEnded', {}, { told: told({ stopUs: null }) }],
    ['not while it makes another under its number', 'notEnded', { running: { id: 1, startUs: 9e9 } }, {}],
    ['not when it names no module', 'noModule', {}, { told: told({ blocks: {} }) }],
    ['not when a block is missing', 'missing', {}, { told: told({ blocks: { imu: 4, gps: 2 } }) }],
    ['not when a module is missing', 'missing', {}, { told: told({ blocks: { imu: 3, gps: 2, heart: 1 } }) }],
    [
      'not when the number of a module is that of another in the journal',
      'missing',
      { meta: meta({ heart: 2 }) },
      { told: told({ blocks: { imu: 3, heart: 2 } }) },
    ],
    [
      'not when nobody says which blocks are its',
      'missing',
      { meta: undefined },
      { content: journal(undefined, { 1: 3, 2: 2 }) },
    ],
    ['not when it was never heard of here', 'missing', {}, { content: journal(undefined, {}) }],
    ['not when it may be gone after a power cut', 'notOnDisk', {}, { isOnDisk: false }],
  ];

  it.each(cases)('%s', (_which, why, ofSession, ofRecord) => {
    const evidence: Evidence = { told: told(), startUs: stored.startUs, content: here, isOnDisk: true, ...ofRecord };
    expect(whyKept({ ...session, ...ofSession }, evidence)).toBe(why);
  });
});
