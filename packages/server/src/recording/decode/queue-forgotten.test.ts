import { eq } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { addClient, addRecord, openTestDatabase } from '../../platform/database/testing.ts';
import { createLog } from '../../platform/log/index.ts';
import { createLife } from '../life/index.ts';
import { queueForgotten } from './index.ts';

const { records, tasks } = tables;
const { database, close } = await openTestDatabase();
afterAll(close);
const { db } = database;
const log = createLog('silent');
const { id: clientId } = await addClient(db);
const queued: number[] = [];
const enqueue = async (_name: string, _args: unknown, { recordIds = [] }: { readonly recordIds?: readonly number[] }) =>
  queued.push(...recordIds);
const life = createLife({ database, jobs: { enqueue }, log });

type State = (typeof records.$inferSelect)['decodeState'];

/** A record in a state, with a decoding of it that is as far as said (its number on the wire). */
async function record(decodeState: State, executing?: number): Promise<number> {
  const { id } = await addRecord(db, { clientId, decodeState });
  if (executing !== undefined)
    await db.insert(tasks).values({ name: 'decode', args: {}, clientId, recordIds: [id], executing });
  return id;
}
const stateOf = async (id: number) => (await db.select().from(records).where(eq(records.id, id)))[0]?.decodeState;

it('records that wait for a decoding that no task will do get one, and no others', async () => {
  const forgotten = [await record('decoding', 4), await record('waiting'), await record('waiting', 3)];
  for (const [state, executing] of [
    ['waiting', 0],
    ['waiting', 1],
    ['decoding', 2],
    ['done', 3],
    ['error', 4],
    ['recording', undefined],
    ['repairing', undefined],
  ] as const)
    await record(state, executing);
  await queueForgotten({ database, life, log });
  expect(queued.toSorted((a, b) => a - b)).toEqual(forgotten);
  for (const id of forgotten) expect(await stateOf(id)).toBe('waiting');
});
