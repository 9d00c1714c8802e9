import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeBlock } from '@sillage/device-protocol';
import { expect, it } from 'vitest';
import type { DeviceRow } from '../../administration/devices/index.ts';
import { type Arrival, createJournals, readJournal } from '../journal/index.ts';
import { createTap } from '../tap/index.ts';
import { OpenRecord } from './device-record.ts';
import { DeviceSession } from './device-session.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { takeBlock } from './take-block.ts';

const startUs = 1_700_000_000_000_000;
const samples = 100;
const column = { name: 'x', unit: '', type: 'float32' as const, scale: 1, offset: 0, precision: 2 };
const columns = Array.from({ length: 6 }, (_, i) => ({ ...column, name: `x${i}`, description: { fr: '', en: '' } }));
const module = { id: 1, type: 'imu', rateHz: 200, realtimeRateHz: 20, timing: 'regular' as const, columns };

it('every few seconds the journal keeps when the soonest block was there, none that came late or again, in 2 % more bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sillage-arrivals-'));
  const journals = createJournals();
  let nowMs = 0;
  const dependencies = {
    clock: { nowMs: () => 1_800_000_000_000, monotonicMs: () => nowMs },
    tally: { count: () => {} },
    tap: createTap(() => {}),
  } as Partial<IngestDependencies> as IngestDependencies;
  const session = new DeviceSession({ number: 10200042, meta: null } as DeviceRow);
  session.reported({ connected: true, state: 'record' }, 0);
  session.described({ protocol: 1, number: 10200042, name: 'n', version: '1', modules: { imu: module }, features: {} });
  const path = join(folder, 'one.journal');
  const journal = await journals.open(path);
  const about = { recordId: 1, uid: 'one', clientId: 1, deviceRecordId: 1, startUs, clockOffsetUs: null };
  const opened = { openedMs: 0, openedAtMs: 1_800_000_000_000 };
  const record = new OpenRecord({ ...about, ...opened, state: 'recording', journal });
  session.records.opened(record);
  session.records.compared(record);

  let payload = 0;
  const measuredMs = (sequence: number) => ((sequence + 1) * samples - 1) * (1000 / module.rateHz);
  function send(sequence: number, delayMs: number): void {
    nowMs = Math.max(nowMs, measuredMs(sequence) + delayMs);
    const header = { moduleId: 1, sampleCount: samples, recordId: 1, sequence };
    const firstSampleUs = startUs + sequence * samples * (1e6 / module.rateHz);
    const values = columns.map(() => Array.from({ length: samples }, () => sequence));
    const bytes = encodeBlock({ ...header, firstSampleUs }, module, { columns: values });
    payload += bytes.length;
    takeBlock(dependencies, session, bytes);
  }
  for (let sequence = 0; sequence < 400; sequence++) {
    if (sequence === 200) continue; // it comes later
    send(sequence, sequence % 5 === 3 ? 4 : 20 + (sequence % 7));
  }
  send(200, 0);

  const arrivals: Arrival[] = [];
  for await (const entry of readJournal(path)) if (entry.kind === 'arrival') arrivals.push(entry.arrival);
  // 200 s; a block lasts 0.5 s, and 8 kB are four of them.
  expect(arrivals.length).toBeGreaterThan(60);
  expect(arrivals.length).toBeLessThanOrEqual(100);
  const late = ({ serverUs, deviceUs }: Arrival) => (serverUs - 1_800_000_000_000_000 - (deviceUs - startUs)) / 1000;
  // Most of these stretches hold one of the blocks that were there after 4 ms.
  expect(arrivals.map(late).filter((ms) => Math.abs(ms - 4) < 0.01).length).toBeGreaterThan(arrivals.length * 0.7);
  expect(Math.max(...arrivals.map(late))).toBeLessThan(27);
  expect(new Set(arrivals.map(({ run }) => run))).toEqual(new Set([1_800_000_000]));
  expect(statSync(path).size - JSON.stringify(journal.content.header).length).toBeLessThan(1.02 * payload);
  await journal.close();
  journals.close();
  await rm(folder, { recursive: true });
});
