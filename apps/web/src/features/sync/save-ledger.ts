import type { ApiClient } from '@sillage/client';
import { api, type LedgerPlace, type LedgerRecord, type ReplyOf } from '@sillage/contract';
import { saveCsv, writeCsv } from '../../base/write-csv.ts';

export type SyncTable = ReplyOf<typeof api.listSyncTables>[number];

/** Records a request asks for, and requests at most: 200 000 records. */
const pageSize = 1000;
const mostPages = 200;

const columns = [
  'record_id',
  'name',
  'started_at',
  'here',
  'cloud',
  'cloud_state',
  'sha256',
  'bytes',
  'sent_bytes',
  'since',
  'last_try',
] as const satisfies readonly (keyof LedgerRecord)[];

/** The ledger as CSV (RFC 4180), hashes whole, causes in English. */
export function ledgerAsCsv(records: readonly LedgerRecord[]): string {
  return asCsv(columns, records);
}

const kindColumns = [
  'name',
  'rows',
  'waiting',
  'held',
  'refused',
  'bytes',
  'sha256',
  'since',
  'last_try',
] as const satisfies readonly (keyof SyncTable)[];

interface Explained {
  readonly why_not: { readonly en: string } | null;
}

function asCsv<Column extends string>(
  names: readonly Column[],
  rows: readonly (Readonly<Record<Column, unknown>> & Explained)[],
): string {
  const explained = rows.map((row) => ({ ...row, why_not: row.why_not?.en }));
  return writeCsv<Column | 'why_not'>([...names, 'why_not'], explained);
}

/** Which records of the ledger are meant. */
export interface LedgerFilter {
  readonly where: LedgerPlace;
  readonly search: string;
}

/** Reads all of the ledger that the filter shows and hands it to the browser as a file. */
export async function saveLedger(server: ApiClient, filter: LedgerFilter): Promise<void> {
  const all: LedgerRecord[] = [];
  for (let pageId = 1; pageId <= mostPages; pageId++) {
    const { items, total } = await server.call(api.readLedger, { query: { pageId, pageSize, ...filter } });
    all.push(...items);
    if (items.length === 0 || all.length >= total) break;
  }
  saveCsv('ledger', ledgerAsCsv(all));
}

/** Hands the kinds of rows to the browser as a file, with a hash of each. */
export async function saveKinds(server: ApiClient): Promise<void> {
  saveCsv('kinds', asCsv(kindColumns, await server.call(api.listSyncTables, { query: { hashes: 'true' } })));
}
