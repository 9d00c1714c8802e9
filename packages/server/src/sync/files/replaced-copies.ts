import { type Files, type StoredName, stored } from '../../platform/files/index.ts';

/** days that an original is kept after another one took its place. */
const keptDays = 30;
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

/** Puts the original of a record aside that another one, of this hash, is about to take the place of. */
export async function keepReplaced(
  { files }: WithFiles<'open' | 'place' | 'localPath'>,
  original: Original,
  sha256: string,
  nowMs: number,
): Promise<void> {
  const name = stored.source(original);
  const replaced = await (await files.open(name))?.hash();
  if (replaced === undefined || replaced === sha256) return;
  await files.place({ from: await files.localPath(name), to: nameOfReplaced(original.uid, `${nowMs}.${replaced}`) });
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
    const copies = await listReplaced(folder, uid);
    const old = copies.filter(({ keptUntilMs }) => keptUntilMs < nowMs);
    if (!there.has(uid) || old.length === copies.length) {
      await folder.files.delete(stored.replaced(uid));
      continue;
    }
    for (const { key } of old) await folder.files.delete(nameOfReplaced(uid, key));
  }
}
