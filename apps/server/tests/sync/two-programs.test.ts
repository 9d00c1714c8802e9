import { api } from '@sillage/contract';
import { waitUntil } from '@sillage/testkit';
import { afterEach, expect, it } from 'vitest';
import { exchange, hashOf, meetClub, patienceSeconds, uploadOn } from './drive-test-pair.ts';
import { linkHub, openTestPair, type Side, type TestPair } from './open-test-pair.ts';

let pair: TestPair | undefined;
afterEach(async () => {
  await pair?.close();
  pair = undefined;
});

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32, Ettinger). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** All that people see of the club on one side, without what is local: ids. */
async function seenOn(one: TestPair, side: Side) {
  const { client } = one.program(side);
  const clientId = await one.clubOn(side);
  const body = { clientIds: [clientId], pageSize: -1 };
  const exercises = await client.call(api.listExercises, { body });
  const groups = await client.call(api.listGroups, { body });
  const people = await client.call(api.listUsers, { body });
  const records = await waitUntil(
    'all records to be decoded',
    async () => {
      const answer = await client.call(api.listRecords, { body });
      return answer.records.every(({ decode_state }) => decode_state === 'done') ? answer : undefined;
    },
    patienceSeconds,
  );
  const originals: string[] = [];
  for (const { id, uid } of records.records) {
    const { body: bytes } = await client.fetchBytes(api.downloadRecordFile, { params: { id, fileType: 'raw' } });
    originals.push(`${uid} ${hashOf(bytes)}`);
  }
  const ledger = await client.call(api.readLedger, { query: { pageSize: '0' } });
  return {
    exercises: exercises.items.map(({ name }) => name).sort(),
    groups: groups.items.map(({ uid, name }) => `${uid} ${name}`).sort(),
    people: people.items
      .map(({ uid, firstname, lastname, mail, roles }) => `${uid} ${firstname} ${lastname} ${mail} ${roles}`)
      .sort(),
    records: records.records
      .map(
        ({ uid, comment, favorite, basename, users }) =>
          `${uid} ${basename} ${comment} ${favorite} ${users.map((u) => u.lastname)}`,
      )
      .sort(),
    originals: originals.sort(),
    files: ledger.items.map(({ name, sha256, bytes, cloud }) => `${name} ${sha256} ${bytes} ${cloud}`).sort(),
  };
}

it('rows that were edited on both sides and records of the hub are the same on both, through cuts and kills', async () => {
  const draw = seeded(Number(process.env.SILLAGE_SYNC_SEED ?? 15));
  // More rounds than one take minutes of a busy machine.
  const rounds = Number(process.env.SILLAGE_SYNC_ROUNDS ?? 1);
  const one = await openTestPair(draw, 60_000);
  pair = one;
  await linkHub(one);
  await meetClub(one);
  let n = 0;
  const uploaded: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const side of ['hub', 'cloud'] as const) {
      const { client } = one.program(side);
      const clientId = await one.clubOn(side);
      n += 1;
      const { id } = await client.call(api.createGroup, { body: { client_id: clientId, name: `${side} ${n}` } });
      await client.call(api.createExercise, { body: { client_id: clientId, name: `effort ${side} ${n}` } });
      const athlete = {
        mail: `${side}-${n}@x.test`,
        firstname: side,
        lastname: `L${n}`,
        roles: ['Athlete'] as const,
      };
      await client.call(api.createUser, {
        body: { ...athlete, roles: ['Athlete'], client_id: clientId, groups: [id] },
      });
      // Both rename the same thing.
      const { items } = await client.call(api.listGroups, { body: { clientIds: [clientId], pageSize: -1 } });
      const [first] = items.toSorted((a, b) => (a.uid < b.uid ? -1 : 1));
      if (first) await client.call(api.editGroup, { params: { id: first.id }, body: { name: `${side} renamed ${n}` } });
      const { records } = await client.call(api.listRecords, { body: { clientIds: [clientId], pageSize: -1 } });
      for (const record of records) {
        await client.call(api.editRecord, { params: { id: record.id }, body: { comment: `${side} ${n}` } });
      }
    }
    uploaded.push(await uploadOn(one, 'hub', n));
    // Killed while it exchanges, once here and once there.
    const going = exchange(one);
    await one.killAndStart(draw() < 0.5 ? 'hub' : 'cloud');
    await going;
    await exchange(one);
  }
  expect(one.link.cuts()).toBeGreaterThan(0);
  one.link.heal();
  await waitUntil(
    'all to be sent',
    async () => {
      await exchange(one);
      const state = await one.program('hub').client.call(api.readSyncLink);
      const isDone = state.waiting_rows === 0 && state.waiting_files === 0 && state.why_not === null;
      const { items } = await one.program('hub').client.call(api.readLedger, { query: { pageSize: '0' } });
      return isDone && items.length === rounds && items.every(({ cloud }) => cloud) ? true : undefined;
    },
    patienceSeconds,
  );
  const [hub, cloud] = [await seenOn(one, 'hub'), await seenOn(one, 'cloud')];
  expect(hub).toEqual(cloud);
  expect(hub.records).toHaveLength(rounds);
  expect(hub.originals.map((original) => original.split(' ')[1]).sort()).toEqual(uploaded.sort());
  expect(hub.groups).toHaveLength(2 * rounds);
}, 600_000);

it('a record that the cloud deletes before it has the original stays on the hub, and somebody is asked', async () => {
  const one = await openTestPair(() => 1, 1);
  pair = one;
  one.link.heal();
  await linkHub(one);
  const [hub, cloud] = [one.program('hub').client, one.program('cloud').client];
  await meetClub(one);
  await hub.call(api.setAutoSend, { params: { choice: 'off' } });
  await uploadOn(one, 'hub', 1);
  const body = { clientIds: [await one.clubOn('cloud')], pageSize: -1 };
  const row = await waitUntil(
    'the row of the record in the cloud',
    async () => {
      await exchange(one);
      return (await cloud.call(api.listRecords, { body })).records[0];
    },
    patienceSeconds,
  );
  const before = await seenOn(one, 'hub');
  await cloud.call(api.deleteRecords, { body: [row.id] });
  const asked = await waitUntil(
    'the question',
    async () => {
      await exchange(one);
      const { items } = await hub.call(api.listSyncConflicts);
      return items.find(({ table }) => table === 'records');
    },
    patienceSeconds,
  );
  expect(asked).toMatchObject({ kept: { is_gone: false }, lost: { is_gone: true } });
  expect((await seenOn(one, 'hub')).originals).toEqual(before.originals);
}, 600_000);

it('a client that is deleted in the cloud stays on the hub with its records, and somebody is asked', async () => {
  const one = await openTestPair(() => 1, 1);
  pair = one;
  one.link.heal();
  await linkHub(one);
  const [hub, cloud] = [one.program('hub').client, one.program('cloud').client];
  const { items } = await cloud.call(api.listHubs, { body: {} });
  for (const { id } of items) await cloud.call(api.editHub, { params: { id }, body: { allclients: true } });
  await meetClub(one);
  const clientId = await one.clubOn('hub');
  const athlete = { mail: 'a@x.test', firstname: 'A', lastname: 'B', client_id: clientId };
  await hub.call(api.createUser, { body: { ...athlete, roles: ['Athlete'] } });
  await uploadOn(one, 'hub', 1);
  const body = { clientIds: [clientId], pageSize: -1 };
  const onCloud = await one.clubOn('cloud');
  await waitUntil(
    'the record in the cloud',
    async () => {
      await exchange(one);
      const { records } = await cloud.call(api.listRecords, { body: { clientIds: [onCloud], pageSize: -1 } });
      return records.find(({ decode_state: state }) => state === 'done');
    },
    patienceSeconds,
  );
  const before = await seenOn(one, 'hub');
  expect(before.people).toHaveLength(1);
  expect(before.originals).toHaveLength(1);
  await cloud.call(api.deleteClient, { params: { id: onCloud } });
  const asked = await waitUntil(
    'the question',
    async () => {
      await exchange(one);
      const conflicts = await hub.call(api.listSyncConflicts);
      return conflicts.items.find(({ table }) => table === 'clients');
    },
    patienceSeconds,
  );
  expect(asked).toMatchObject({ kept: { is_gone: false }, lost: { is_gone: true } });
  // Nor what comes after it.
  await exchange(one);
  expect(await seenOn(one, 'hub')).toEqual(before);
  expect((await hub.call(api.listRecords, { body })).records).toHaveLength(1);
}, 600_000);
