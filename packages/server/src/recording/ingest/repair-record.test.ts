import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DeviceRow } from '../../administration/devices/index.ts';
import { NobodyListens } from '../../platform/broker/index.ts';
import { systemClock } from '../../platform/clock/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { createJournals } from '../journal/index.ts';
import { createCaller } from './call-devices.ts';
import type { OpenRecord } from './device-records.ts';
import { DeviceSession } from './device-session.ts';
import { repairRecord } from './finish-records.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';

it.each([
  ['its device cannot be reached for a moment', new NobodyListens()],
  ['the broker refuses commands', Object.assign(new Error('Not authorized'), { code: 0x87 })],
])('a record does not end without its blocks because %s', async (_, problem) => {
  const folder = await mkdtemp(join(tmpdir(), 'sillage-repair-'));
  const journals = createJournals();
  const publish = () => Promise.reject(problem);
  const caller = createCaller({ publish }, () => 'one', systemClock, { count() {} });
  const dependencies = {
    caller,
    journals,
    clock: systemClock,
    log: createLog('silent'),
  } as Partial<IngestDependencies> as IngestDependencies;
  const session = new DeviceSession({
    number: 10200042,
    name: '',
    users: [] as DeviceRow['users'],
    meta: null,
  } as DeviceRow);
  session.reported({ connected: true, state: 'record' }, 0);
  const record: OpenRecord = {
    recordId: 1,
    uid: 'one',
    clientId: 1,
    deviceRecordId: 1,
    startUs: 0,
    state: 'repairing',
    journal: await journals.open(join(folder, 'one.journal')),
    lastUs: 0,
    told: { stored: { id: 1, startUs: 0, stopUs: 1, blocks: { imu: 3 } }, connection: session.connection },
    finishing: undefined,
    retryAtMs: 0,
    failures: 0,
    clockOffsetUs: null,
    openedMs: 0,
    asksAll: false,
    hasWrongTime: false,
    headers: 0,
    describedAs: undefined,
  };
  expect(await repairRecord(dependencies, session, record)).toBe('later');
  expect([record.state, record.journal.bytes]).toEqual(['repairing', 0]);
  expect(record.retryAtMs).toBeGreaterThan(systemClock.monotonicMs());
  await record.journal.close();
  journals.close();
  await rm(folder, { recursive: true });
});
