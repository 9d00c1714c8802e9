import { z } from 'zod';
import type { NoteFile } from '../platform/files/index.ts';
import type { Log } from '../platform/log/index.ts';
import { readEpoch, readHead, readNames, renewNode } from './identity.ts';
import type { Marks } from './rows/row-store.ts';

const Told = z.object({
  epoch: z.string(),
  head: z.number(),
  /** Its names in stamps, the present one last; a program of before did not note them. */
  names: z.array(z.string()).default([]),
});
/** Up to which row of which database others may have heard of this server, and by which names. */
export type Told = z.infer<typeof Told>;

/** Kept outside the database: one that knows less than was told was set back to a copy of before. */
export interface ToldBeside {
  read(): Promise<Told | undefined>;
  /** Before rows leave. */
  note(told: Told): Promise<void>;
}

export async function readTold(marks: Marks): Promise<Told> {
  return { epoch: await readEpoch(marks), head: await readHead(marks), names: [...(await readNames(marks))] };
}

/**
 * At the start of a program, before it stamps an edit: a server whose database was set back takes another name in stamps, since
 * others may have seen later ones of the former name, and would take new edits for those. So does one that has forgotten a name that
 * it took: it was set back to the same copy for a second time. Answers what is told from then on.
 */
export async function renewIfSetBack(
  marks: Marks,
  told: Told | undefined,
  randomUuid: () => string,
): Promise<Told | undefined> {
  const now = await readTold(marks);
  if (told === undefined || told.epoch !== now.epoch) return undefined;
  const forgotten = told.names.filter((name) => !now.names.includes(name));
  if (told.head <= now.head && forgotten.length === 0) return undefined;
  for (const name of [...forgotten, randomUuid()]) await renewNode(marks, name);
  return readTold(marks);
}

/** In a file. A disk that is full ends no exchange: that a database was set back is told by the calls of hubs, too. */
export function toldInFile(file: NoteFile, log: Pick<Log, 'warn'>): ToldBeside {
  let last: Told | undefined;
  let writing = Promise.resolve();
  /** Of several that are told at once the farthest counts; the first of a program may be lower than what a former one told. */
  async function write(told: Told): Promise<void> {
    if (last?.epoch === told.epoch && last.names.at(-1) === told.names.at(-1) && told.head <= last.head) return;
    try {
      await file.write(JSON.stringify(told));
      last = told;
    } catch (error) {
      log.warn({ error: String(error) }, 'how far rows were told was not noted beside the database');
    }
  }
  return {
    async read() {
      try {
        return Told.parse(JSON.parse((await file.read()) ?? ''));
      } catch {
        return undefined;
      }
    },
    note(told) {
      writing = writing.then(() => write(told));
      return writing;
    },
  };
}
