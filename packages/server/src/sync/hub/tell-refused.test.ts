import { randomUUID } from 'node:crypto';
import { SyncPush } from '@sillage/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addClient, addGroup, openTestDatabase, type TestDatabase } from '../../platform/database/testing.ts';
import { workInTurn } from '../in-turn.ts';
import { listTables } from '../people/list-tables.ts';
import { harvestRows } from '../rows/harvest-rows.ts';
import { sqlMarks } from '../rows/sql-marks.ts';
import { sqlRows } from '../rows/sql-rows.ts';
import type { Cloud } from './call-cloud.ts';
import { push } from './exchange.ts';
import { writeProgress } from './keep-link.ts';
import { tellRefusedAgain } from './tell-refused.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await openTestDatabase();
});
afterEach(() => test.close());

it('a row that the cloud takes later is not shown as refused any more, one that it still refuses is', async () => {
  const { db } = test.database;
  const { id: clientId } = await addClient(db);
  for (const name of ['rowers', 'scullers']) await addGroup(db, { clientId, name });
  const inTurn = workInTurn(db);
  const cloudNode = randomUUID();
  await inTurn(async (tx) => {
    await harvestRows(sqlRows(tx), { node: randomUUID(), nowMs: 2_000_000_000_000, offsetMs: 0 });
    await writeProgress(sqlMarks(tx), { epoch: 'e', reach: 'r', cloudNode, received: 0, sent: 0 });
  });
  let taken: readonly string[] = [];
  const told: string[] = [];
  const cloud: Pick<Cloud, 'post'> = {
    async post(_, body, reply) {
      const groups = SyncPush.parse(body).rows.filter(({ table }) => table === 'groups');
      told.push(...groups.map(({ fields }) => String(fields.name?.[0])));
      const refused = groups.filter(({ fields }) => !taken.includes(String(fields.name?.[0])));
      return reply.parse({
        refused: refused.map(({ table, uid }) => ({ table, uid, other_uid: null, reason: 'sync.sameName' })),
      });
    },
  };
  const exchanging = {
    rowsInTurn: <T>(work: (store: ReturnType<typeof sqlRows>) => Promise<T>) => inTurn((tx) => work(sqlRows(tx))),
    ...{ clock: { nowMs: () => 2_000_000_000_000, monotonicMs: () => 0 }, version: '7.0.0', randomUuid: randomUUID },
    toldBeside: { note: async () => {} },
  };
  const exchange = () => push(exchanging, cloud, { offsetMs: 0, hasNews: false, calledAs: null });
  const refused = async () => (await listTables(db, 'hub', false)).find(({ name }) => name === 'groups')?.refused;

  await exchange();
  expect(await refused()).toBe(2);
  taken = ['rowers'];
  await exchange();
  expect(told).toHaveLength(2);
  await inTurn(tellRefusedAgain);
  await exchange();
  expect(await refused()).toBe(1);
  expect(told.slice(2).sort()).toEqual(['rowers', 'scullers']);
});
