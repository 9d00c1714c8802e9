import { type Files, type StoredName, stored } from '../../platform/files/index.ts';

/** days that an original is kept after another one took its place. */
const keptDays = 30;
/** of a record: one that is repaired again and again does not fill the disk. */
const mostCopies = 3;
const dayMs = 86_400_000;

export interface ReplacedCopy {
  /** `ms since 1970.SHA-256`, as its file is named. */
  readonly key: string;
  readonly replacedMs: number;
  readonly keptUntilMs: number;
  readonly sha256: string;
  readonly sizeBytes: number;
}

const keyPattern = /^(\d{13})\.([0-9a-f]{64})$/;

interface WithFiles<Needs extends keyof Files> {
  readonly files: Pick<Files, Needs>;
}
interface Original {
  readonly uid: string;
  readonly source: string;
}

/** Keeps the original of a record, of this hash, that another one is about to take the place of. */
export async function keepReplaced(
  { files }: WithFiles<'open' | 'keepAlso' | 'listBelow' | 'delete'>,
  original: Original,
  sha256: string,
  nowMs: number,
): Promise<void> {
  const { uid } = original;
  await files.keepAlso({ from: stored.source(original), to: nameOfReplaced(uid, `${nowMs}.${sha256}`) });
  const others = (await listReplaced({ files }, uid)).slice(mostCopies);
  for (const { key } of others) await files.delete(nameOfReplaced(uid, key));
}

export const nameOfReplaced = (uid: string, key: string): StoredName => stored.replaced(`${uid}/${key}`);

/** Of one record, the latest first. */
export async function listReplaced({ files }: WithFiles<'open' | 'listBelow'>, uid: string): Promise<ReplacedCopy[]> {
  const copies: ReplacedCopy[] = [];
  for (const key of await files.listBelow(stored.replaced(uid))) {
    const [, ms = '', sha256 = ''] = keyPattern.exec(key) ?? [];
    const file = ms === '' ? undefined : await files.open(nameOfReplaced(uid, key));
    await file?.close();
    if (file === undefined) continue;
    const replacedMs = Number(ms);
    copies.push({ key, replacedMs, keptUntilMs: replacedMs + keptDays * dayMs, sha256, sizeBytes: file.sizeBytes });
  }
  return copies.sort((a, b) => b.replacedMs - a.replacedMs);
}

/** Deletes copies that were kept long enough, and those of records that are gone, or whose original was purged. */
export async function sweepReplaced(
  folder: WithFiles<'open' | 'list' | 'listBelow' | 'delete'>,
  nowMs: number,
  areThere: (uids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  const uids = await folder.files.list('replaced');
  const there = await areThere(uids);
  for (const uid of uids) {
    if (!there.has(uid)) {
      await folder.files.delete(stored.replaced(uid));
      continue;
    }
    // One by one: another one may be put aside meanwhile.
    const old = (await listReplaced(folder, uid)).filter(({ keptUntilMs }) => keptUntilMs < nowMs);
    for (const { key } of old) await folder.files.delete(nameOfReplaced(uid, key));
  }
}
