import { openAsBlob } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@sillage/contract';
import { waitUntil } from '@sillage/testkit';
import type { Bench, Figure } from './figure.ts';
import { measureIdleHubs } from './idle-hubs.ts';
import { rsyncSeconds, withRsyncDaemon } from './rsync-peer.ts';
import { club, inFolder, linkHub, makeHub, startProgram } from './sync-pair.ts';
import { throttleLink } from './throttle-link.ts';
import { writeLargeRaw } from './upload-load.ts';
import { beginPeak, peakSince } from './watch-process.ts';

const files = 10;
const link = { bytesPerSecond: 10e6, delayMs: 20 };
const firstRows = 100_000;
const patienceSeconds = 1200;

/** Hub and cloud: files over a throttled link beside rsync, the first exchange of many rows, what idle hubs cost. `--bytes`: of all files. */
export const bench: Bench = {
  name: 'sync',
  async *run({ bytes = 1e9, part }) {
    if (part === undefined || part === 'rows') yield* await inFolder(measureFirstRows);
    if (part === undefined || part === 'idle') yield* await inFolder(measureIdleHubs);
    if (part === undefined || part === 'files') yield* await inFolder((root) => measureFiles(root, bytes));
  },
};

async function measureFiles(root: string, bytes: number): Promise<Figure[]> {
  const sent = join(root, 'sent');
  await mkdir(sent);
  for (let n = 0; n < files; n += 1) await writeLargeRaw(join(sent, `record-${n}`), bytes / files);
  const peer = await withRsyncDaemon(root, async (port) => {
    const slow = await throttleLink(port, link);
    const seconds = await rsyncSeconds(sent, slow.port);
    await slow.close();
    return seconds;
  });
  const cloud = await startProgram(root, 'cloud');
  const hub = await startProgram(root, 'hub');
  const slow = await throttleLink(Number(new URL(cloud.url).port), link);
  try {
    await linkHub(hub, `http://127.0.0.1:${slow.port}`, await makeHub(cloud));
    const clientId = await waitUntil('the club', () => clubOn(hub), patienceSeconds);
    for (let n = 0; n < files; n += 1) {
      const content = await openAsBlob(join(sent, `record-${n}`));
      await hub.client.call(api.uploadRecord, {
        body: { client_id: clientId },
        file: { content, name: `record-${n}` },
      });
    }
    await waitUntil('all records to be decoded', () => areDecoded(hub, clientId), patienceSeconds);
    await waitUntil(
      'all rows to be sent',
      async () => ((await stateOf(hub)).waiting_rows === 0 ? true : undefined),
      patienceSeconds,
    );
    // What was decoded is given back.
    await sleep(5000);
    const idleBytes = beginPeak(hub.pid);
    const before = slow.upBytes();
    const started = performance.now();
    await hub.client.call(api.setAutoSend, { params: { choice: 'on' } });
    await hub.client.call(api.syncNow);
    await waitUntil('all files to be confirmed', () => areConfirmed(hub), patienceSeconds);
    const seconds = (performance.now() - started) / 1000;
    const upBytes = slow.upBytes() - before;
    const note = `${files} originals, ${bytes / 1e6} MB in all, over ${link.bytesPerSecond / 1e6} MB/s and ${2 * link.delayMs} ms there and back: ${seconds.toFixed(1)} s, rsync (daemon, whole files) ${peer.toFixed(1)} s`;
    return [
      { name: 'files: rate beside rsync', measured: (100 * peer) / seconds, goal: { atLeast: 80 }, unit: '%', note },
      {
        name: 'files: memory of the hub above idle',
        measured: (peakSince(hub.pid) - idleBytes) / 1e6,
        goal: { atMost: 150 },
        unit: 'MB',
        note: `resident, ${Math.round(idleBytes / 1e6)} MB idle`,
      },
      {
        name: 'files: bytes beyond their own',
        measured: (100 * (upBytes - bytes)) / bytes,
        goal: { atMost: 5 },
        unit: '%',
      },
    ];
  } finally {
    await hub.stop();
    await cloud.stop();
    await slow.close();
  }
}

type Program = Awaited<ReturnType<typeof startProgram>>;

async function clubOn({ client }: Program): Promise<number | undefined> {
  const { items } = await client.call(api.listClients, { body: {} });
  return items.find(({ name }) => name === club)?.id;
}

async function areDecoded({ client }: Program, clientId: number): Promise<true | undefined> {
  const { records } = await client.call(api.listRecords, { body: { clientIds: [clientId], pageSize: -1 } });
  return records.length === files && records.every(({ decode_state: state }) => state === 'done') ? true : undefined;
}

const stateOf = ({ client }: Program) => client.call(api.readSyncLink);

async function areConfirmed({ client }: Program): Promise<true | undefined> {
  const { items } = await client.call(api.readLedger, { query: { pageSize: '0' } });
  return items.length === files && items.every(({ cloud }) => cloud) ? true : undefined;
}

/** People, groups and exercises of a club that a new hub has never heard of. */
async function measureFirstRows(root: string): Promise<Figure[]> {
  const cloud = await startProgram(root, 'cloud');
  const hub = await startProgram(root, 'hub');
  try {
    const code = await makeHub(cloud);
    const made = Math.floor(firstRows / 4);
    const { db } = cloud.database;
    const ofClub = `(select id from clients where name = '${club}')`;
    await db.execute(
      `insert into groups (uid, client_id, name) select gen_random_uuid(), ${ofClub}, 'group ' || i from generate_series(1, ${made}) i`,
    );
    await db.execute(
      `insert into exercises (uid, client_id, name) select gen_random_uuid(), ${ofClub}, 'exercise ' || i from generate_series(1, ${made}) i`,
    );
    await db.execute(
      `insert into users (uid, client_id, firstname, lastname, mail, roles) select gen_random_uuid(), ${ofClub}, 'A', 'B' || i, 'u' || i || '@x.test', '{Athlete}' from generate_series(1, ${made}) i`,
    );
    await db.execute(`insert into group_members (group_id, user_id) select g.id, u.id from
      (select id, row_number() over (order by id) n from groups where client_id = ${ofClub}) g join
      (select id, row_number() over (order by id) n from users where client_id = ${ofClub}) u using (n)`);
    const started = performance.now();
    await linkHub(hub, cloud.url, code);
    await waitUntil(
      'all rows on the hub',
      async () => {
        const { rows } = await hub.database.db.execute('select count(*) as n from group_members');
        return Number(rows[0]?.n) >= made ? true : undefined;
      },
      patienceSeconds,
    );
    const seconds = (performance.now() - started) / 1000;
    const note = `${4 * made} rows of people, groups, exercises and memberships from the cloud to a hub that is linked, to the last one that can be seen there`;
    return [{ name: 'rows: first exchange', measured: seconds, goal: { atMost: 60 }, unit: 's', note }];
  } finally {
    await hub.stop();
    await cloud.stop();
  }
}
