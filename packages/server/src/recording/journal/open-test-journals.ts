import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DeviceMeta, encodeBlock } from '@sillage/device-protocol';
import { type Arrival, type JournalEntry, type JournalHeader, readJournal } from './index.ts';

export const module = {
  id: 3,
  type: 'imu',
  rateHz: 200,
  realtimeRateHz: 20,
  timing: 'regular' as const,
  columns: [
    {
      name: 'acc_x',
      unit: 'm/s²',
      type: 'int16' as const,
      scale: 0.1,
      offset: 0,
      description: { fr: 'a', en: 'a' },
      precision: 2,
    },
  ],
};
export const meta: DeviceMeta = {
  protocol: 1,
  number: 10200042,
  name: 'Léa ✓',
  version: '7.0.0',
  modules: { imu: module },
  features: {},
};
export const header: JournalHeader = {
  recordUid: '0191f0aa-0000-7000-8000-000000000000',
  deviceNumber: 10200042,
  deviceRecordId: 5,
  startUs: 1_700_000_000_000_000,
  clockOffsetUs: null,
  meta,
};

export function block(sequence: number, samples = 240): Uint8Array {
  const values = Int16Array.from({ length: samples }, (_, i) => sequence * 31 + i);
  const firstSampleUs = header.startUs + sequence * 50_000;
  return encodeBlock({ moduleId: 3, sampleCount: samples, recordId: 5, sequence, firstSampleUs }, module, {
    columns: [values],
  });
}

export const arrival = (n: number): Arrival => ({
  run: 4_000_000_000,
  deviceUs: header.startUs + n * 50_000,
  serverUs: header.startUs + n * 50_000 + 12_345,
});

/** A folder for the journals of a test file. */
export function openTestJournals() {
  const folder = mkdtempSync(join(tmpdir(), 'sillage-journal-'));
  let files = 0;
  return {
    newPath: () => join(folder, `${files++}.journal`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export async function entries(path: string): Promise<JournalEntry[]> {
  const found: JournalEntry[] = [];
  for await (const entry of readJournal(path)) found.push(entry);
  return found;
}

export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
/** Entries in a form that compares. */
export const shown = (found: JournalEntry[]) => found.map((e) => (e.kind === 'block' ? hex(e.bytes) : e));
