import { refuse } from '@sillage/contract';
import type { DiskLedger } from '../../platform/disk/index.ts';
import { type DataFolder, stored } from '../../platform/files/index.ts';
import { type JobContext, orRefused, TaskRefused } from '../../platform/jobs/index.ts';
import type { SignalStore } from '../store/index.ts';
import type { WriteTask } from './fuse-task.ts';
import type { FuseWorkers } from './fuse-workers.ts';
import { type PlacedPart, startUsOf } from './lay-out-parts.ts';
import { nameModules } from './name-modules.ts';
import { bytesWritten, rowsWritten } from './written-places.ts';

/** Bytes of a row in the file beside its numbers, each with its tag. */
const [rowBytes, tagBytes] = [40, 2];
const numberBytes = { f32: 4, f64: 8 };
/** ms between two looks at how far the thread is. */
const tellEveryMs = 100;

export interface WriteDependencies {
  readonly folder: DataFolder;
  readonly store: SignalStore;
  readonly disk: Pick<DiskLedger, 'reserve'>;
  readonly workers: FuseWorkers;
}

/** Writes the file in a thread, inside what the disk's ledger gives, and tells how far it is. */
export async function writeFusedFile(
  { store, folder, disk, workers }: WriteDependencies,
  placed: readonly PlacedPart[],
  path: string,
  { progress, signal }: JobContext,
): Promise<void> {
  const { parts, rows, mostBytes } = await describe({ store, folder }, placed);
  const room = orRefused(await disk.reserve('task', mostBytes));
  const written = new BigInt64Array(new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT));
  let told = 0;
  const tell = () => {
    const now = Number(Atomics.load(written, bytesWritten));
    if (now !== told) room.wrote(now - told);
    told = now;
    progress(Number(Atomics.load(written, rowsWritten)) / Math.max(1, rows)).catch(() => undefined);
  };
  const timer = setInterval(tell, tellEveryMs).unref();
  const task: WriteTask = {
    parts,
    path,
    startUs: startUsOf(placed),
    metadata: { parts: placed.map(({ name }) => name).join(', ') },
    written,
  };
  try {
    await workers.write(task, signal);
  } finally {
    clearInterval(timer);
    tell();
    room.release();
  }
}

async function describe({ store, folder }: Pick<WriteDependencies, 'store' | 'folder'>, placed: readonly PlacedPart[]) {
  const found = [];
  for (const part of placed) {
    const signals = await folder.files.localPath(stored.signals(part.record.uid));
    const described = await store.describe(signals);
    if (described === undefined) throw new TaskRefused(refuse('record.notReadable'));
    found.push({ part, signals, modules: described.modules });
  }
  const names = nameModules(
    found.map(({ part, modules }) => ({ label: part.name, modules: modules.map(({ name }) => name) })),
  );
  const all = found.flatMap(({ modules }) => modules);
  const bytesOf = ({ columns }: (typeof all)[number]) =>
    columns.reduce((sum, { type }) => sum + tagBytes + numberBytes[type], rowBytes);
  return {
    parts: found.map(({ part, signals, modules }, i) => ({
      folder: signals,
      durationSeconds: part.record.durationSeconds,
      shiftSeconds: part.shiftSeconds,
      names: names[i] ?? Object.fromEntries(modules.map(({ name }) => [name, name])),
    })),
    rows: all.reduce((sum, { samples }) => sum + samples, 0),
    mostBytes: all.reduce((sum, module) => sum + module.samples * bytesOf(module), 1 << 20),
  };
}
