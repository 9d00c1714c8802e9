import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DeviceRow } from '../../administration/devices/index.ts';
import { NobodyListens } from '../../platform/broker/index.ts';
import { systemClock } from '../../platform/clock/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { createJournals } from '../journal/index.ts';
import type { Life } from '../life/index.ts';
import { createCaller, type DeviceCaller } from './call-devices.ts';
import { OpenRecord } from './device-record.ts';
import { DeviceSession } from './device-session.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { repairRecord } from './repair-record.ts';

/** A record that a device has stopped, with the blocks that it says it has of it. */
async function stopped(blocks: Readonly<Record<string, number>>, others: Partial<IngestDependencies>) {
  const folder = await mkdtemp(join(tmpdir(), 'sillage-repair-'));
  const journals = createJournals();
  const dependencies = {
    ...{ journals, clock: systemClock, log: createLog('silent') },
    ...others,
  } as Partial<IngestDependencies> as IngestDependencies;
  const session = new DeviceSession({
    number: 10200042,
    name: '',
    users: [] as DeviceRow['users'],
    meta: null,
  } as DeviceRow);
  session.reported({ connected: true, state: 'record' }, 0);
  const record = new OpenRecord({
    recordId: 1,
    uid: 'one',
    clientId: 1,
    deviceRecordId: 1,
    startUs: 0,
    state: 'repairing',
    journal: await journals.open(join(folder, 'one.journal')),
    clockOffsetUs: null,
    openedMs: 0,
    openedAtMs: 0,
  });
  record.toldAs({ stored: { id: 1, startUs: 0, stopUs: 1, blocks }, connection: session.connection });
  const close = async () => {
    await record.journal.close();
    journals.close();
    await rm(folder, { recursive: true });
  };
  return { dependencies, session, record, close };
}

it.each([
  ['its device cannot be reached for a moment', new NobodyListens()],
  ['the broker refuses commands', Object.assign(new Error('Not authorized'), { code: 0x87 })],
])('a record does not end without its blocks because %s', async (_, problem) => {
  const publish = () => Promise.reject(problem);
  const caller = createCaller({ publish }, () => 'one', systemClock, { count() {} });
  const { dependencies, session, record, close } = await stopped({ imu: 3 }, { caller });
  expect(await repairRecord(dependencies, session, record)).toBe('later');
  expect([record.state, record.journal.bytes]).toEqual(['repairing', 0]);
  expect(record.retryAtMs).toBeGreaterThan(systemClock.monotonicMs());
  await close();
});

it('a bug in telling a device that a record is complete here ends nothing else; its memory is looked at again', async () => {
  const said: string[] = [];
  const caller = { call: () => Promise.reject(new Error('a bug')) } as Partial<DeviceCaller> as DeviceCaller;
  const life: Partial<Life> = { inTransaction: (work) => work({} as Queryable), queueDecoding: async () => 1 };
  const log = { ...createLog('silent'), error: (_: object, sentence: string) => void said.push(sentence) };
  const { dependencies, session, record, close } = await stopped({ imu: 0 }, { caller, life: life as Life, log });
  expect(await repairRecord(dependencies, session, record)).toBe('finished');
  await expect.poll(() => said).toEqual([expect.stringContaining('its memory is looked at again')]);
  expect(session.memory.isAskedLater).toBe(true);
  await close();
});
