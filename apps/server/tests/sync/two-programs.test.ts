import { createRealtimeClient } from '@sillage/client';
import { api, type RecordUpdate } from '@sillage/contract';
import { administrator, type RunningProgram, signIn, waitUntil } from '@sillage/testkit';
import { afterEach, expect, it } from 'vitest';
import { exchange, hashOf, meetClub, patienceSeconds, uploadOn } from './drive-test-pair.ts';
import { linkHub, openTestPair, type Side, type TestPair } from './open-test-pair.ts';

let pair: TestPair | undefined;
afterEach(async () => {
  await pair?.close();
  pair = undefined;
});

/** Screens of the cloud hear of records that a hub tells of. */
async function hearRecords({ url }: RunningProgram, clientId: number) {
  const { session } = await signIn(url, administrator);
  const realtime = createRealtimeClient({ url, token: () => session.access_token, transports: ['websocket'] });
  const heard: RecordUpdate[] = [];
  realtime.subscribe('recordUpdate', clientId, (update) => heard.push(update));
  const entered = new Promise<void>((resolve) => realtime.onEntered(() => resolve()));
  realtime.start();
  await entered;
  return { heard, stop: () => realtime.stop() };
}

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

const sizeOf = (name: string, usual: number) => Number(process.env[`SILLAGE_SYNC_${name}`] ?? usual);
/** Small in each run of the tests, as large as somebody asks for: the whole takes minutes. */
const size = {
  records: sizeOf('RECORDS', 2),
  /** On each side. */
  edits: sizeOf('EDITS', 20),
  /** Of each side; so many rounds there are. */
  kills: sizeOf('KILLS', 1),
  /** At least. */
  cuts: sizeOf('CUTS', 1),
  /** Of a record, of 20 bytes each. */
  lines: sizeOf('LINES', 2000),
  /** bytes after which a connection is cut at the latest. */
  cutBytes: sizeOf('CUT_BYTES', 60_000),
};

/** Edits of a side, each of another kind; those of the other side's rows, too. */
async function editOn(one: TestPair, side: Side, n: number, draw: () => number): Promise<void> {
  const { client } = one.program(side);
  const clientId = await one.clubOn(side);
  const body = { clientIds: [clientId], pageSize: -1 };
  const some = <T>(items: readonly T[]): T | undefined => items[Math.floor(draw() * items.length)];
  const kind = n % 5;
  if (kind === 0) await client.call(api.createGroup, { body: { client_id: clientId, name: `${side} ${n}` } });
  if (kind === 1) await client.call(api.createExercise, { body: { client_id: clientId, name: `effort ${side} ${n}` } });
  if (kind === 2) {
    const name = { mail: `${side}-${n}@x.test`, firstname: side, lastname: `L${n}` };
    await client.call(api.createUser, { body: { ...name, roles: ['Athlete'], client_id: clientId } });
  }
  if (kind === 3) {
    const group = some(
      (await client.call(api.listGroups, { body })).items.filter(({ name }) => !name.startsWith('both')),
    );
    if (group) await client.call(api.editGroup, { params: { id: group.id }, body: { name: `${side} renamed ${n}` } });
  }
  if (kind === 4) {
    const record = some((await client.call(api.listRecords, { body })).records);
    if (record) await client.call(api.editRecord, { params: { id: record.id }, body: { comment: `${side} ${n}` } });
  }
}

/** Both sides rename one group while they do not hear each other: somebody is shown both names. */
async function makeConflict(one: TestPair, round: number): Promise<void> {
  const { client: cloud } = one.program('cloud');
  const made = { client_id: await one.clubOn('cloud'), name: `both ${round}` };
  const { uid } = await cloud.call(api.createGroup, { body: made });
  const groupOn = (side: Side) => async () => {
    if (side === 'hub') await exchange(one);
    const body = { clientIds: [await one.clubOn(side)], pageSize: -1 };
    return (await one.program(side).client.call(api.listGroups, { body })).items.find((group) => group.uid === uid);
  };
  for (const side of ['hub', 'cloud'] as const) {
    const { id } = await waitUntil('the group', groupOn(side), patienceSeconds);
    one.link.hold();
    await one.program(side).client.call(api.editGroup, { params: { id }, body: { name: `both ${side} ${round}` } });
  }
  one.link.letGo();
  await waitUntil(
    'both names to be shown',
    async () => {
      await exchange(one);
      for (const side of ['hub', 'cloud'] as const) {
        const { items } = await one.program(side).client.call(api.listSyncConflicts);
        const shown = items.map(({ kept, lost }) => [String(kept.value), String(lost.value)].sort().join());
        if (shown.includes(`both cloud ${round},both hub ${round}`)) return true;
      }
      return undefined;
    },
    patienceSeconds,
  );
}

it('rows that were edited on both sides and records of the hub are the same on both, through cuts and kills', async () => {
  const draw = seeded(sizeOf('SEED', 15));
  const one = await openTestPair(draw, size.cutBytes);
  pair = one;
  await linkHub(one);
  await meetClub(one);
  const uploaded: string[] = [];
  let n = 0;
  for (let round = 1; round <= size.kills; round += 1) {
    const editing = (['hub', 'cloud'] as const).map(async (side) => {
      for (let i = n; i < n + size.edits / size.kills; i += 1) await editOn(one, side, i, draw);
    });
    const going = exchange(one);
    while (uploaded.length < (size.records * round) / size.kills) {
      uploaded.push(await uploadOn(one, 'hub', uploaded.length, size.lines));
    }
    await Promise.all(editing);
    n += size.edits / size.kills;
    // Killed while they exchange, once here and once there.
    await one.killAndStart('hub');
    await going;
    const again = exchange(one);
    await one.killAndStart('cloud');
    await again;
    await makeConflict(one, round);
  }
  await waitUntil(
    'as many cuts as are asked for',
    async () => {
      await exchange(one);
      return one.link.cuts() >= size.cuts ? true : undefined;
    },
    patienceSeconds * 5,
  );
  one.link.heal();
  await waitUntil(
    'all to be sent',
    async () => {
      await exchange(one);
      const state = await one.program('hub').client.call(api.readSyncLink);
      const isDone = state.waiting_rows === 0 && state.waiting_files === 0 && state.why_not === null;
      const { items } = await one.program('hub').client.call(api.readLedger, { query: { pageSize: '0' } });
      return isDone && items.length === size.records && items.every(({ cloud }) => cloud) ? true : undefined;
    },
    patienceSeconds * 5,
  );
  const [hub, cloud] = [await seenOn(one, 'hub'), await seenOn(one, 'cloud')];
  expect(hub).toEqual(cloud);
  expect(hub.records).toHaveLength(size.records);
  expect(hub.originals.map((original) => original.split(' ')[1]).sort()).toEqual(uploaded.sort());
  const ledger = await one.program('hub').client.call(api.readLedger, { query: { pageSize: '0' } });
  const ownBytes = ledger.items.reduce((sum, { bytes }) => sum + bytes, 0);
  const againShare = (one.link.fileBytes() - ownBytes) / ownBytes;
  console.log(`${one.link.cuts()} cuts, ${ownBytes} bytes of files, ${(100 * againShare).toFixed(1)} % beyond them`);
  // Of files that are smaller than a frame a cut costs all.
  if (size.lines * 20 > 500_000) expect(againShare).toBeLessThan(0.05);
}, 3_600_000);

it('a record that the cloud deletes before it has the original stays on the hub, and somebody is asked', async () => {
  const one = await openTestPair(() => 1, 1);
  pair = one;
  one.link.heal();
  await linkHub(one);
  const [hub, cloud] = [one.program('hub').client, one.program('cloud').client];
  await meetClub(one);
  await hub.call(api.setAutoSend, { params: { choice: 'off' } });
  const screens = await hearRecords(one.program('cloud'), await one.clubOn('cloud'));
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
  await waitUntil('screens to hear of it', () => screens.heard.find(({ record_ids }) => record_ids.includes(row.id)));
  screens.stop();
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
