import { appendFile, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { levelMs } from './measure-movement.ts';

/** Levels of an hour, and of a day: as long as anything is kept. */
const [anHour, most] = [3_600_000 / levelMs, 86_400_000 / levelMs];
/** Levels that come until what is full is looked for again. */
const lookEvery = 12;
/** Of the levels of a device: those above are of a sensor that was dropped, not of an effort. */
const highest = 0.99;
/** Bytes of one in the file: which stretch of time it is of, and the level. */
const entryBytes = 8;
const fileName = /^(\d{1,10})-(\d{1,10})\.levels$/;

/** Whose device it was then. */
interface Owned {
  readonly clientId: number;
  readonly deviceId: number;
}

const keyOf = ({ clientId, deviceId }: Owned): string => `${clientId}-${deviceId}`;

/** How much a device moved: levels, and which stretches of time they are of. */
export interface LevelsOfDevice {
  readonly slots: readonly number[];
  readonly levels: readonly number[];
  /** What is as high as it goes for this device; of one that rested all the time, what would be a movement. */
  readonly full: number;
}

interface Kept extends LevelsOfDevice, Owned {
  readonly slots: number[];
  readonly levels: number[];
  full: number;
  /** In the file. */
  entries: number;
  /** Writes one after the other. */
  writing: Promise<void>;
}

/** How much each device moved, of the last day at most: in memory, and in one small file a device for the next start. */
export interface Levels {
  /** What lies there from before. */
  read(): Promise<void>;
  add(owned: Owned, slot: number, level: number): void;
  of(owned: Owned): LevelsOfDevice;
  /** Those of before a moment, ms since 1970; undefined: all of that device. */
  forgetBefore(oldestMs: (owned: Owned) => number | undefined): Promise<void>;
  /** All that was added is in files. */
  settled(): Promise<void>;
}

/** @param failed told of the first that a file did not take; those that are shown stay in memory */
export function keepLevels(folder: string, mayWrite: () => boolean, failed: (error: unknown) => void): Levels {
  const all = new Map<string, Kept>();
  let hasFailed = false;
  const pathOf = (key: string) => join(folder, `${key}.levels`);

  function keptOf(owned: Owned): Kept {
    const key = keyOf(owned);
    const known = all.get(key);
    if (known !== undefined) return known;
    const fresh: Kept = { ...owned, slots: [], levels: [], full: 1, entries: 0, writing: Promise.resolve() };
    all.set(key, fresh);
    return fresh;
  }

  function write(kept: Kept, work: (path: string) => Promise<void>): void {
    const key = keyOf(kept);
    kept.writing = kept.writing
      // Who was forgotten meanwhile leaves no file behind.
      .then(() => (all.get(key) === kept && mayWrite() ? work(pathOf(key)) : undefined))
      .catch((error: unknown) => {
        // What was written of it lies askew: the next one writes the whole file.
        kept.entries = Number.POSITIVE_INFINITY;
        if (!hasFailed) failed(error);
        hasFailed = true;
      });
  }

  /** Beside the old one, then in its place: a kill in between loses neither. */
  function writeAnew(kept: Kept): void {
    const [bytes, entries] = [bytesOf(kept), kept.slots.length];
    kept.entries = entries;
    write(kept, async (path) => {
      await writeFile(`${path}.new`, bytes, { mode: 0o600 });
      await rename(`${path}.new`, path);
    });
  }

  return {
    async read() {
      for (const name of await readdir(folder)) {
        const [clientId, deviceId] = (fileName.exec(name) ?? []).slice(1).map(Number);
        if (clientId === undefined || deviceId === undefined) continue;
        const owned = { clientId, deviceId };
        // One that cannot be read keeps no program from starting.
        const found = await readEntries(join(folder, name)).catch(failed);
        if (found) all.set(keyOf(owned), { ...owned, ...found, writing: Promise.resolve() });
      }
    },
    add(owned, slot, level) {
      const kept = keptOf(owned);
      kept.slots.push(slot);
      kept.levels.push(level);
      kept.entries += 1;
      if (kept.slots.length > most + anHour) for (const list of [kept.slots, kept.levels]) list.splice(0, anHour);
      if (kept.slots.length % lookEvery === 0 || kept.slots.length < lookEvery) kept.full = fullOf(kept.levels);
      if (kept.entries > 2 * most) writeAnew(kept);
      else write(kept, (path) => appendFile(path, bytesOf({ slots: [slot], levels: [level] }), { mode: 0o600 }));
    },
    of: (owned) => all.get(keyOf(owned)) ?? { slots: [], levels: [], full: 1 },
    async forgetBefore(oldestMs) {
      for (const [key, one] of [...all]) {
        const oldest = oldestMs(one);
        if (oldest !== undefined) {
          forgetOlder(one, Math.floor(oldest / levelMs));
          continue;
        }
        all.delete(key);
        await one.writing;
        if (!all.has(key)) await rm(pathOf(key), { force: true });
      }
    },
    async settled() {
      await Promise.all([...all.values()].map(({ writing }) => writing));
    },
  };
}

function forgetOlder(kept: Kept, slot: number): void {
  const first = kept.slots.findIndex((one) => one >= slot);
  const gone = first === -1 ? kept.slots.length : first;
  if (gone === 0) return;
  for (const list of [kept.slots, kept.levels]) list.splice(0, gone);
  kept.full = fullOf(kept.levels);
}

function bytesOf({ slots, levels }: Pick<Kept, 'slots' | 'levels'>): Buffer {
  const bytes = Buffer.alloc(entryBytes * slots.length);
  for (const [i, slot] of slots.entries()) {
    bytes.writeUInt32LE(slot, entryBytes * i);
    bytes.writeFloatLE(levels[i] ?? 0, entryBytes * i + 4);
  }
  return bytes;
}

/** The last of them; an entry that a kill tore is none, and is cut off: others are appended. */
async function readEntries(path: string): Promise<Omit<Kept, 'writing' | keyof Owned>> {
  const bytes = await readFile(path);
  const entries = Math.floor(bytes.length / entryBytes);
  if (entries * entryBytes < bytes.length) await truncate(path, entries * entryBytes);
  const slots: number[] = [];
  const levels: number[] = [];
  for (let i = Math.max(0, entries - most); i < entries; i++) {
    const level = bytes.readFloatLE(entryBytes * i + 4);
    if (!(level >= 0 && level < Number.POSITIVE_INFINITY)) continue;
    slots.push(bytes.readUInt32LE(entryBytes * i));
    levels.push(level);
  }
  return { slots, levels, full: fullOf(levels), entries };
}

function fullOf(levels: readonly number[]): number {
  const sorted = levels.toSorted((a, b) => a - b);
  return Math.max(1, sorted[Math.floor(sorted.length * highest)] ?? 1);
}
