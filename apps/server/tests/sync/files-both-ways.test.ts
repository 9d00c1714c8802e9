import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@sillage/contract';
import { waitUntil } from '@sillage/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exchange, hashOf, meetClub, patienceSeconds, uploadOn } from './drive-test-pair.ts';
import { linkHub, openTestPair, type Side, type TestPair } from './open-test-pair.ts';

let pair: TestPair;
beforeEach(async () => {
  pair = await openTestPair(() => 1, 1);
  pair.link.heal();
  await linkHub(pair);
  await meetClub(pair);
}, 120_000);
afterEach(() => pair.close());

/** The one record of the club as a side has it, once `isSo`. */
const recordOn = (side: Side, what: string, isSo: (state: string) => boolean) =>
  waitUntil(
    what,
    async () => {
      await exchange(pair);
      const body = { clientIds: [await pair.clubOn(side)], pageSize: -1 };
      const [record] = (await pair.program(side).client.call(api.listRecords, { body })).records;
      return record && isSo(record.decode_state) ? record : undefined;
    },
    patienceSeconds,
  );
const ledgerOf = async (side: Side) => {
  const [line] = (await pair.program(side).client.call(api.readLedger, { query: { pageSize: '0' } })).items;
  return line;
};
const hashOn = async (side: Side, id: number) =>
  hashOf(
    (await pair.program(side).client.fetchBytes(api.downloadRecordFile, { params: { id, fileType: 'raw' } })).body,
  );

/** One bit of the only original on a side is another one, until it is mended. */
async function damageOn(side: Side): Promise<() => Promise<void>> {
  const uploads = join(pair.dataRoot(side), 'uploads');
  const [found] = (await readdir(uploads, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  const path = join(found?.parentPath ?? '', found?.name ?? '');
  const whole = await readFile(path);
  const damaged = Buffer.from(whole);
  damaged[damaged.length - 5] = (damaged.at(-5) ?? 0) ^ 1;
  await writeFile(path, damaged);
  return () => writeFile(path, whole);
}

it('a record that was made in the cloud comes to the hub when somebody wants it there', async () => {
  const sha256 = await uploadOn(pair, 'cloud', 1);
  const { id } = await recordOn('hub', 'the row of the record', (state) => state === 'error');
  expect(await ledgerOf('hub')).toMatchObject({ here: false, coming: null });
  const { client } = pair.program('hub');
  expect(await client.call(api.fetchRecords, { body: { record_ids: [id] } })).toEqual({ count: 1 });
  await recordOn('hub', 'the record on the hub', (state) => state === 'done');
  expect(await hashOn('hub', id)).toBe(sha256);
  expect(await ledgerOf('hub')).toMatchObject({ here: true, cloud: true, cloud_state: 'synced', sha256, coming: null });
}, 300_000);

it('the hub frees only what the cloud has confirmed, and brings it back byte for byte', async () => {
  const { client } = pair.program('hub');
  const sha256 = await uploadOn(pair, 'hub', 1);
  const { id } = await recordOn('hub', 'the record on the hub', (state) => state === 'done');
  const freeable = () => client.call(api.readFreeable, { query: { keep_days: '0' } });
  if ((await ledgerOf('hub'))?.cloud_state !== 'synced') {
    expect(await freeable()).toMatchObject({ free: { count: 0 }, unconfirmed: { count: 1 } });
  }
  await recordOn('cloud', 'the record in the cloud', (state) => state === 'done');
  await waitUntil('the confirmation', async () =>
    (await ledgerOf('hub'))?.cloud_state === 'synced' ? true : undefined,
  );
  await client.call(api.editRecord, { params: { id }, body: { favorite: true } });
  expect(await freeable()).toMatchObject({ free: { count: 0 }, chosen: { count: 1 } });
  await client.call(api.editRecord, { params: { id }, body: { favorite: false } });
  expect((await freeable()).free.count).toBe(1);
  expect(await client.call(api.freeRecords, { body: { keep_days: 0 } })).toMatchObject({ count: 1 });
  await recordOn('hub', 'the room on the hub', (state) => state === 'error');
  await waitUntil('the file to be gone', async () => ((await ledgerOf('hub'))?.here === false ? true : undefined));
  expect(await ledgerOf('cloud')).toMatchObject({ here: true });

  const mend = await damageOn('cloud');
  await client.call(api.fetchRecords, { body: { record_ids: [id] } });
  await waitUntil('the refusal of what is damaged', async () => {
    await exchange(pair);
    return (await ledgerOf('hub'))?.why_not?.en.includes('no longer what was sent') ? true : undefined;
  });
  expect(await client.call(api.readRecord, { params: { id } })).toMatchObject({ decode_state: 'error' });
  await mend();
  await client.call(api.fetchRecords, { body: { record_ids: [id] } });
  await recordOn('hub', 'the record back on the hub', (state) => state === 'done');
  expect(await hashOn('hub', id)).toBe(sha256);
  expect(await client.call(api.listRecordErrors, { params: { id } })).toEqual([]);
}, 300_000);

it('sent again, an original takes the place of the one in the cloud, which keeps that one for who wants it', async () => {
  const { client } = pair.program('hub');
  const sha256 = await uploadOn(pair, 'hub', 1);
  const { id } = await recordOn('hub', 'the record on the hub', (state) => state === 'done');
  const there = await recordOn('cloud', 'the record in the cloud', (state) => state === 'done');
  expect(await ledgerOf('cloud')).toMatchObject({ sha256, replaced: [] });
  await damageOn('hub');
  await client.call(api.sendRecords, { body: { record_ids: [id] } });
  const line = await waitUntil(
    'the replaced copy',
    async () => {
      await exchange(pair);
      const found = await ledgerOf('cloud');
      return found?.replaced.length === 1 ? found : undefined;
    },
    patienceSeconds,
  );
  expect(line.sha256).not.toBe(sha256);
  expect(line.replaced).toMatchObject([{ sha256 }]);
  const params = { id: there.id, key: line.replaced[0]?.key ?? '' };
  const { body, filename } = await pair.program('cloud').client.fetchBytes(api.readReplaced, { params });
  expect(hashOf(body)).toBe(sha256);
  expect(filename).toMatch(/\.original$/);
}, 300_000);

it('on a metered link rows go and originals wait, but for those that somebody wants first', async () => {
  const { client } = pair.program('hub');
  const link = await client.call(api.setSyncSending, { body: { metered: true, most_kilobytes_per_second: 500 } });
  expect(link).toMatchObject({ metered: true, most_kilobytes_per_second: 500 });
  await uploadOn(pair, 'hub', 1);
  const { id } = await recordOn('hub', 'the record on the hub', (state) => state === 'done');
  await recordOn('cloud', 'the row in the cloud', (state) => state === 'error');
  const waiting = await waitUntil(
    'the reason',
    async () => {
      await exchange(pair);
      const line = await ledgerOf('hub');
      return line?.why_not ? line : undefined;
    },
    patienceSeconds,
  );
  expect(waiting).toMatchObject({ cloud: false, why_not: { en: expect.stringContaining('metered') } });
  await client.call(api.sendRecords, { body: { record_ids: [id], first: true } });
  await recordOn('cloud', 'the record in the cloud', (state) => state === 'done');
}, 300_000);

it('an administrator of the cloud pauses a hub, whose screen says so, and lets it go on', async () => {
  const [hub, cloud] = [pair.program('hub').client, pair.program('cloud').client];
  const { items } = await cloud.call(api.listHubs, { body: {} });
  const pause = async (isPaused: boolean) => {
    for (const { id } of items) await cloud.call(api.editHub, { params: { id }, body: { cloud_enabled: !isPaused } });
    await exchange(pair);
    return hub.call(api.readSyncLink);
  };
  expect((await pause(true)).why_not?.en).toContain('paused');
  expect((await pause(false)).why_not).toBeNull();
}, 300_000);

it('a link that is ended in the middle of a file ends the file there; linked again, it goes on from there', async () => {
  const [hub, cloud] = [pair.program('hub').client, pair.program('cloud').client];
  await hub.call(api.setSyncSending, { body: { most_kilobytes_per_second: 20 } });
  const sha256 = await uploadOn(pair, 'hub', 1, 30_000);
  await recordOn('hub', 'the record on the hub', (state) => state === 'done');
  await waitUntil(
    'a part of the file to be sent',
    async () => {
      await exchange(pair);
      return ((await ledgerOf('hub'))?.sent_bytes ?? 0) > 0 ? true : undefined;
    },
    patienceSeconds,
  );
  const isLinked = (await hub.call(api.deleteSyncLink)).linked;
  const ended = await ledgerOf('hub');
  expect([isLinked, ended?.cloud_state]).toEqual([false, 'needs_sending']);
  expect(ended?.sent_bytes).toBeLessThan(ended?.bytes ?? 0);
  // Longer than a piece takes.
  await new Promise((resolve) => setTimeout(resolve, 5000));
  expect((await ledgerOf('hub'))?.sent_bytes).toBe(ended?.sent_bytes);

  const [known] = (await cloud.call(api.listHubs, { body: {} })).items;
  const { code } = await cloud.call(api.createHubLink, { params: { id: known?.id ?? 0 } });
  await hub.call(api.setSyncSending, { body: { most_kilobytes_per_second: null } });
  await hub.call(api.setSyncLink, { body: { code } });
  const mistyped = `${code.slice(0, -4)}${code.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
  await expect(hub.call(api.setSyncLink, { body: { code: mistyped } })).rejects.toMatchObject({
    code: 'sync.wrongCode',
  });
  const { id } = await recordOn('cloud', 'the record in the cloud', (state) => state === 'done');
  expect(await hashOn('cloud', id)).toBe(sha256);
}, 300_000);
