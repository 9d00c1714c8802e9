import {
  isRefusal,
  type Refusal,
  type Release,
  type ReleaseCreate,
  type ReleaseEdit,
  type ReleaseQuery,
  refuse,
} from '@sillage/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import {
  containsEveryWord,
  type Db,
  type Listed,
  type Queryable,
  readPage,
  tables,
} from '../../platform/database/index.ts';
import type { UploadedFile } from '../../platform/http/index.ts';
import { conflictOf, insertRow, newUid, updateRow } from '../tenancy/index.ts';
import type { FirmwareStore } from './keep-firmware.ts';
import { type ReleaseSigner, signedRow } from './sign-releases.ts';

const { releases } = tables;
type Row = typeof releases.$inferSelect;
export type Kind = Row['kind'];

/** Column value of "any hardware version". */
const anyHardware = -1;
/** `6.10.0` comes after `6.9.0`, and `6.5.0-rc1` before `6.5.0`. */
const versionNumbers = sql`string_to_array(regexp_replace(${releases.version}, '[-+].*$', ''), '.')::numeric[]`;
const isFinal = sql`(${releases.version} !~ '-')`;

const sortColumns = {
  version: [versionNumbers, isFinal, releases.version],
  created_date: [releases.createdAt],
  target: [releases.target, versionNumbers, isFinal],
  id: [],
};

export async function pageOfReleases(db: Queryable, kind: Kind, query: ReleaseQuery): Promise<Listed<Release>> {
  const where = and(
    eq(releases.kind, kind),
    containsEveryWord([releases.version, releases.target, releases.filename], query.search),
  );
  const select = db.select().from(releases).$dynamic();
  const sortBy = sortColumns[query.sort_by];
  const { items, total } = await readPage(db, { table: releases, select, where, sortBy, query });
  return { items: items.map(present), total };
}

/** Every release of a kind, newest version first. */
export async function allReleases(db: Queryable, kind: Kind): Promise<Listed<Release>> {
  const rows = await db
    .select()
    .from(releases)
    .where(eq(releases.kind, kind))
    .orderBy(...sortColumns.version.map((column) => desc(column)), desc(releases.id));
  return { items: rows.map(present), total: rows.length };
}

export async function findRelease(db: Queryable, kind: Kind, id: number): Promise<Release | Refusal> {
  const [row] = await db
    .select()
    .from(releases)
    .where(and(eq(releases.id, id), eq(releases.kind, kind)));
  return row === undefined ? refuse('entity.notFound') : present(row);
}

export async function addRelease(
  { db, store, signer }: { db: Db; store: FirmwareStore; signer: ReleaseSigner },
  kind: Kind,
  given: ReleaseCreate,
  file: UploadedFile | undefined,
): Promise<Release | Refusal> {
  if (file === undefined) return refuse('file.required', {}, { file: 'required' });
  const firmware = await store.inspect(file);
  if (isRefusal(firmware)) return firmware;
  const { target, hardware_version: hardware = null, notes = { fr: '', en: '' } } = given;
  const versions = { version: plain(given.version), hardwareVersion: hardware ?? anyHardware };
  const signed = signedRow(signer, { target, version: versions.version, ...firmware }, given);
  if (isRefusal(signed)) return signed;
  const row = { ...firmware, ...versions, ...signed, uid: newUid(), kind, target, notes };
  const id = await store.keep(file, firmware, () => conflictOf('version', () => insertRow(db, releases, row)));
  return isRefusal(id) ? id : findRelease(db, kind, id);
}

/** Changes the fields that are given; a file replaces the one there is. */
export async function editRelease(
  { db, store, signer }: { db: Db; store: FirmwareStore; signer: ReleaseSigner },
  kind: Kind,
  id: number,
  edit: ReleaseEdit,
  file: UploadedFile | undefined,
): Promise<Release | Refusal> {
  const before = await findRelease(db, kind, id);
  if (isRefusal(before)) return before;
  const firmware = file === undefined ? undefined : await store.inspect(file);
  if (isRefusal(firmware)) return firmware;
  const { target, notes, hardware_version: hardware, version } = edit;
  const after = {
    target: target ?? before.target,
    version: version === undefined ? before.version : plain(version),
    sizeBytes: firmware?.sizeBytes ?? before.size,
    sha256: firmware?.sha256 ?? before.sha256,
  };
  const isOther = after.version !== before.version || after.target !== before.target || firmware !== undefined;
  const isGiven = edit.signature !== undefined || edit.public_key !== undefined;
  const signed = isOther || isGiven ? signedRow(signer, after, edit, before) : {};
  if (isRefusal(signed)) return signed;
  const changes = {
    ...firmware,
    ...signed,
    version: version === undefined ? undefined : plain(version),
    target,
    notes,
    hardwareVersion: hardware === null ? anyHardware : hardware,
  };
  const write = () => conflictOf('version', () => updateRow(db, releases, id, changes));
  const changed =
    file === undefined || firmware === undefined
      ? await write()
      : await store.keep(file, firmware, write, before.sha256);
  return isRefusal(changed) ? changed : findRelease(db, kind, id);
}

export async function deleteRelease(
  { db, store }: { db: Db; store: FirmwareStore },
  kind: Kind,
  id: number,
): Promise<Refusal | undefined> {
  const found = await findRelease(db, kind, id);
  if (isRefusal(found)) return found;
  await store.forget(found.sha256, () => db.delete(releases).where(eq(releases.id, id)));
  return undefined;
}

/** `v6.5.0` and `6.5.0` are one version. */
function plain(version: string): string {
  return version.replace(/^v/i, '');
}

function present(row: Row): Release {
  return {
    id: row.id,
    uid: row.uid,
    version: row.version,
    target: row.target,
    hardware_version: row.hardwareVersion === anyHardware ? null : row.hardwareVersion,
    filename: row.filename,
    size: row.sizeBytes,
    sha256: row.sha256,
    signature: row.signature,
    public_key: row.publicKey,
    notes: row.notes,
    created_date: row.createdAt.toISOString(),
  };
}
