import { api, type Selection } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { tables } from '../../platform/database/index.ts';
import { stored } from '../../platform/files/index.ts';
import { openTestClub } from '../records/testing.ts';

/** 20 s at 10 Hz, and a module that begins late. */
export const rowing = `T,imu.acc,late.force\n${Array.from({ length: 201 }, (_, n) => `${n / 10},${Math.sin(n)},${n > 150 ? n : ''}`).join('\n')}\n`;

type Club = Awaited<ReturnType<typeof openTestClub>>;

/** Every sample of a record, times first, as bytes. */
async function samplesOf({ room }: Club, id: number): Promise<string[]> {
  const [row] = await room.database.db.select().from(tables.records).where(eq(tables.records.id, id));
  const folder = await room.folder.files.localPath(stored.signals(row?.uid ?? ''));
  const described = await room.store.describe(folder);
  const found: string[] = [];
  for (const { name, columns } of described?.modules ?? []) {
    const names = columns.map((column) => column.name);
    const all = room.store.samples(folder, name, names, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    for await (const chunk of all) {
      for (const numbers of [chunk.timesSeconds, ...chunk.columns]) {
        found.push(`${name} ${Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('hex')}`);
      }
    }
  }
  return found;
}

/** A club with a record, whose samples are changed and changed back over the routes. For tests. */
export async function openTestSteps() {
  const club = await openTestClub();
  const { room, manager, decodedUpload } = club;
  /** The one that is changed; another one when a test says so. */
  const record = { id: 0 };

  return {
    ...club,
    record,
    samples: () => samplesOf(club, record.id),
    async beginAnew() {
      record.id = await decodedUpload('rowing.csv', rowing);
    },
    async history(who = manager) {
      return api.readRecordHistory.reply.parse(
        await room.call(api.readRecordHistory, who, { params: { id: record.id } }),
      );
    },
    crop(start: number, end: number) {
      return room.call(api.cropRecord, manager, { params: { id: record.id }, body: { start, end } });
    },
    undo: () => room.call(api.undoRecordStep, manager, { params: { id: record.id } }),
    redo: () => room.call(api.redoRecordStep, manager, { params: { id: record.id } }),
    /** What is decoded because of it is done, too. */
    async decodedAfter(work: Promise<unknown>) {
      const answer = await work;
      await room.decoded();
      return answer;
    },
    async select(t0: number, t1: number): Promise<Selection> {
      const answer = await room.call(api.createSelection, manager, { params: { id: record.id }, body: { t0, t1 } });
      return api.createSelection.reply.parse(answer);
    },
    async selections() {
      return api.listSelections.reply.parse(
        await room.call(api.listSelections, manager, { params: { id: record.id } }),
      );
    },
  };
}
