import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeBlock } from '@sillage/device-protocol';
import { expect, it } from 'vitest';
import type { DeviceRow } from '../../administration/devices/index.ts';
import { systemClock } from '../../platform/clock/index.ts';
import { createJournals, SequenceSet } from '../journal/index.ts';
import { createTap } from '../tap/index.ts';
import { OpenRecord } from './device-record.ts';
import { DeviceSession } from './device-session.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { takeBlock } from './take-block.ts';

it('a record takes half a million gaps between its blocks: then the next is refused and counted, those that close gaps are taken, but not watched', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sillage-gaps-'));
  const journals = createJournals();
  const refused: unknown[] = [];
  const seenLive: number[] = [];
  const tap = createTap(() => {});
  tap.listen(10200042, ({ header }) => void seenLive.push(header.sequence));
  const dependencies = {
    clock: systemClock,
    tally: { count: (what, about) => void refused.push([what, about?.reason]) },
    tap,
  } as Partial<IngestDependencies> as IngestDependencies;
  const session = new DeviceSession({ number: 10200042, meta: null } as DeviceRow);
  session.reported({ connected: true, state: 'record' }, 0);
  const column = { name: 'x', unit: '', type: 'int16' as const, scale: 1, offset: 0, precision: 2 };
  const columns = [{ ...column, description: { fr: '', en: '' } }];
  const module = { id: 1, type: 'imu', rateHz: 200, realtimeRateHz: 20, timing: 'regular' as const, columns };
  session.described({ protocol: 1, number: 10200042, name: 'n', version: '1', modules: { imu: module }, features: {} });
  const journal = await journals.open(join(folder, 'one.journal'));
  const record = new OpenRecord({
    recordId: 1,
    uid: 'one',
    clientId: 1,
    deviceRecordId: 1,
    startUs: 0,
    state: 'recording',
    journal,
    clockOffsetUs: null,
    openedMs: 0,
    openedAtMs: 0,
  });
  session.records.opened(record);
  session.records.compared(record);
  const send = (sequence: number) => {
    const header = { moduleId: 1, sampleCount: 1, recordId: 1, sequence, firstSampleUs: sequence };
    takeBlock(dependencies, session, encodeBlock(header, module, { columns: [[1]] }));
    return journal.content.received.get(1)?.has(sequence);
  };
  const received = new SequenceSet();
  for (let i = 0; i < 500_000; i++) received.add(2 * i);
  journal.content.received.set(1, received);
  expect([send(2_000_000), refused]).toEqual([false, [['block.refused', 'too many gaps']]]);
  expect([send(1), send(999_999), refused.length]).toEqual([true, true, 1]);
  expect([send(2_000_000), refused.length]).toEqual([true, 1]);
  // What closed a gap is of the past.
  expect(seenLive).toEqual([999_999, 2_000_000]);
  await journal.close();
  journals.close();
  await rm(folder, { recursive: true });
});
