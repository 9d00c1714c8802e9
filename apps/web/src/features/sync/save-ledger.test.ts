import type { LedgerRecord } from '@sillage/contract';
import { expect, test } from 'vitest';
import { ledgerAsCsv } from './save-ledger.ts';

const record: LedgerRecord = {
  record_id: 7,
  name: 'Départ, 4 × 500 "vent"',
  started_at: '2026-11-28T09:12:00.000Z',
  timezone: 'Europe/Paris',
  here: true,
  cloud: false,
  cloud_state: 'needs_sending',
  original_elsewhere: false,
  from_hub: null,
  sha256: 'c41f'.repeat(16),
  bytes: 14_000_000,
  sent_bytes: 0,
  coming: null,
  is_journal: true,
  missing_blocks: 0,
  replaced: [],
  selections: 2,
  since: null,
  last_try: null,
  why_not: { fr: 'Le cloud ne répond pas.', en: 'The cloud does not answer.' },
};

test('the ledger is written with whole hashes and causes, and names are quoted', () => {
  const [head, line, end] = ledgerAsCsv([record]).split('\r\n');
  expect(head).toBe('record_id,name,started_at,here,cloud,cloud_state,sha256,bytes,sent_bytes,since,last_try,why_not');
  expect(line).toBe(
    `7,"Départ, 4 × 500 ""vent""",2026-11-28T09:12:00.000Z,true,false,needs_sending,${'c41f'.repeat(16)},14000000,0,,,The cloud does not answer.`,
  );
  expect(end).toBe('');
});

test('a name that a spreadsheet would compute is written as a text', () => {
  expect(ledgerAsCsv([{ ...record, name: '=HYPERLINK(1)' }])).toContain("7,'=HYPERLINK(1),");
});
