import { readdir } from 'node:fs/promises';
import { api } from '@sillage/contract';
import { isProblem, readCsvFile, readRawFile } from '@sillage/formats';
import { eq } from 'drizzle-orm';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import { openTestExports, unzipped } from './open-test-exports.ts';

const { parameters, records } = tables;
const { room, manager, stranger, raw, rawId, combinedId, uploaded, ask, download } = await openTestExports();
afterAll(() => room.close());

function parquetRows(bytes: Buffer) {
  return parquetReadObjects({ file: new Uint8Array(bytes).buffer });
}

test('raw of an uploaded file is that file, byte for byte, whatever was done to the record since', async () => {
  const text = 't;force\n0;1\n0.1;2\n0.2;5\n';
  const id = await uploaded('ergo.csv', Buffer.from(text));
  await room.call(api.cropRecord, manager, { params: { id }, body: { start: 0.1, end: 1 } });
  await room.decoded();
  const { bytes, filename } = await download(id, 'raw');
  expect([String(bytes), filename]).toEqual([text, expect.stringMatching(/\.csv$/)]);
  expect(await download(rawId, 'raw')).toEqual({ bytes: raw, filename: '2023-01-17_11-49-30_sortie-du-17.txt' });
  const files = await unzipped((await download(id, 'zip')).bytes);
  expect(String(files['raw.csv'])).toBe(text);
});

test('raw of an original that was purged is what is left, in the format of raw device files', async () => {
  const id = await uploaded('ergo.csv', Buffer.from('t;force\n0;1\n0.1;2\n0.2;5\n'));
  await room.call(api.cropRecord, manager, { params: { id }, body: { start: 0.1, end: 1 } });
  await room.decoded();
  await room.call(api.purgeOriginal, { ...manager, roles: ['Admin'] }, { params: { id } });
  const { bytes, filename } = await download(id, 'raw');
  expect(filename).toMatch(/\.txt$/);
  const left = readRawFile(bytes);
  if (isProblem(left)) throw new Error(left.problem);
  expect([...(left.modules[0]?.values[0] ?? [])]).toEqual([2, 5]);
});

/** Of what is read: without it raw is the file that was uploaded. */
const stretch = { body: { t0: 0, t1: 1e6 } };

test('raw of a stretch whose device had another date has the date of the record', async () => {
  const id = await uploaded('a clock that was never set.txt', raw);
  const { db } = room.dependencies.database;
  await db.update(records).set({ startUs: 5_668_964 }).where(eq(records.id, id));
  const again = readRawFile((await download(id, 'raw', stretch)).bytes);
  if (isProblem(again)) throw new Error(again.problem);
  expect(again.startUs).toBe(1_673_952_570e6);
  expect(again.modules[0]?.timesSeconds[0]).toBe(1.197674);
});

test('raw of a stretch has the same samples as the uploaded file', async () => {
  const { bytes } = await download(rawId, 'raw', stretch);
  const [again, first] = [readRawFile(bytes), readRawFile(raw)];
  if (isProblem(again) || isProblem(first)) throw new Error('unreadable');
  expect(again.modules).toEqual(first.modules);
  expect(again.startUs).toBe(first.startUs);
});

test('raw says which device, folder and version the uploaded file was of', async () => {
  const text = raw.toString('latin1').replace('"folder_name"', '"deviceId": 10200042, "folder_name"');
  const id = await uploaded('of a device.txt', Buffer.from(text, 'latin1'));
  const { bytes } = await download(id, 'raw', stretch);
  const header = /<== description ==>(.*?)<== calibration ==>/s.exec(bytes.toString('latin1'))?.[1] ?? '';
  expect(JSON.parse(header).description).toMatchObject({
    deviceId: 10_200_042,
    deviceType: 'maxi',
    folder_name: '82_52_20230117_114930/',
    version: 'v6.0.0',
    rec_type: 'record',
  });
});

test('decoded is one CSV for one module, whose numbers read back as the same float32', async () => {
  const { bytes, filename } = await download(rawId, 'decoded');
  expect(filename).toMatch(/\.csv$/);
  const [csv, first] = [readCsvFile(bytes), readRawFile(raw)];
  if (isProblem(csv) || isProblem(first)) throw new Error('unreadable');
  expect(csv.modules[0]?.timesSeconds).toEqual(first.modules[0]?.timesSeconds);
  expect(csv.modules[0]?.values.map((column) => Float32Array.from(column))).toEqual(first.modules[0]?.values);
  expect(bytes.toString().split('\n', 1)[0]).toContain('acc_x (m/s^2)');
});

test('several modules make a zip of one CSV each', async () => {
  const files = await unzipped((await download(combinedId, 'decoded')).bytes);
  expect(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, bytes.toString()]))).toEqual({
    'left.csv': 'T (s),force (N)\n0,1\n1,\n2,3\n',
    'right.csv': 'T (s),force (N)\n0.05,2\n',
  });
});

test('a selection limits every format; rows without values can be dropped, rates changed', async () => {
  const body = { t0: 0.5, t1: 2 };
  const made = await room.call(api.createSelection, manager, { params: { id: combinedId }, body: { ...body, t1: 10 } });
  const sel_id = api.createSelection.reply.parse(made).id;
  const csv = await unzipped((await download(combinedId, 'decoded', { sel_id, body: { drop_nan: true } })).bytes);
  expect(csv['left.csv']?.toString()).toBe('T (s),force (N)\n2,3\n');
  const resampled = { processing: 'resampling', rate: 2 };
  const steady = await unzipped((await download(combinedId, 'decoded', { body: resampled })).bytes);
  expect(steady['left.csv']?.toString()).toBe('T (s),force (N)\n0,1\n0.5,\n1,\n1.5,\n2,3\n');
  const parquet = await unzipped((await download(combinedId, 'parquet', { sel_id })).bytes);
  expect((await parquetRows(parquet['left.parquet'] ?? Buffer.alloc(0))).map((row) => row.T)).toEqual([1, 2]);
  const stats = (await download(combinedId, 'stats', { sel_id })).bytes.toString();
  const header = 'variable,unit,num,mean,std,min,max,selection,t0,t1,exercise\n';
  expect(stats).toBe(`${header}left.force,N,1,3,,3,3,1,0.5,2,\nright.force,N,0,,,,,1,0.5,2,\n`);
  const whole = 'left.force,N,2,2,1.4142135623730951,1,3,,,,\nright.force,N,1,2,,2,2,,,,\n';
  expect((await download(combinedId, 'stats')).bytes.toString()).toBe(`${stats.replace(header, header + whole)}`);
  expect((await download(combinedId, 'raw', { sel_id })).filename).toMatch(/_selection-1\.txt$/);
});

test('a window limits every format, and is said in its name and its statistics', async () => {
  const body = { t0: 0.04, t1: 1.5 };
  const csv = await unzipped((await download(combinedId, 'decoded', { body })).bytes);
  expect(csv['left.csv']?.toString()).toBe('T (s),force (N)\n1,\n');
  expect(csv['right.csv']?.toString()).toBe('T (s),force (N)\n0.05,2\n');
  const stats = await download(combinedId, 'stats', { body });
  expect(stats.filename).toContain('_0.04-1.5-s');
  expect(stats.bytes.toString()).toContain('right.force,N,1,2,,2,2,,0.04,1.5,\n');
  expect(await ask(combinedId, 'decoded', { body: { t0: 100, t1: 200 } })).toBe('request.invalid');
  const { body: parsed } = api.downloadRecordFile;
  expect(parsed.safeParse({ ...body, sel_ids: [1] }).error?.issues).toMatchObject([{ message: 'either' }]);
  for (const wrong of [{ t0: 1 }, { t0: 2, t1: 1 }, { ...body, sel_ids: [1] }, { ...body, ids: [1, 2] }]) {
    expect(parsed.safeParse(wrong).success).toBe(false);
  }
  expect(await ask(combinedId, 'decoded', { body, sel_id: 1 })).toBe('request.invalid');
});

test('parquet is a plain file that others read', async () => {
  const { bytes, filename } = await download(rawId, 'parquet');
  expect(filename).toMatch(/\.parquet$/);
  const rows = await parquetRows(bytes);
  expect(rows).toHaveLength(4771);
  expect(rows[0]).toMatchObject({ T: 1.197674, acc_z: 9.742115020751953 });
});

test('parquet says when it began: sent again it has the date of its record', async () => {
  const { bytes } = await download(rawId, 'parquet');
  const said = parquetMetadata(new Uint8Array(bytes).buffer).key_value_metadata ?? [];
  const texts = new Map(said.map(({ key, value }) => [key, value]));
  const read = async (id: number) =>
    api.readRecord.reply.parse(await room.call(api.readRecord, manager, { params: { id } }));
  const { timestamp, timezone } = await read(rawId);
  expect(texts.get('record.start')).toBe(new Date(timestamp).toISOString());
  expect(texts.get('record.timezone')).toBe(timezone);
  expect((await read(await uploaded('again.parquet', bytes))).timestamp).toBe(timestamp);
});

test('parquet is compressed, has NULL where there is no value, and the unit with each column', async () => {
  const { left = Buffer.alloc(0) } = Object.fromEntries(
    Object.entries(await unzipped((await download(combinedId, 'parquet')).bytes)).map(([name, bytes]) => [
      name.replace('.parquet', ''),
      bytes,
    ]),
  );
  expect(await parquetRows(left)).toEqual([
    { T: 0, force: 1 },
    { T: 1, force: null },
    { T: 2, force: 3 },
  ]);
  const { row_groups, key_value_metadata } = parquetMetadata(new Uint8Array(left).buffer);
  const columns = row_groups[0]?.columns.map(({ meta_data }) => [
    meta_data?.codec,
    meta_data?.key_value_metadata,
    meta_data?.statistics?.null_count,
  ]);
  expect(columns).toEqual([
    ['SNAPPY', [{ key: 'unit', value: 's' }], 0n],
    ['SNAPPY', [{ key: 'unit', value: 'N' }], 1n],
  ]);
  expect(key_value_metadata).toContainEqual({ key: 'unit.force', value: 'N' });
  const whole = await download(rawId, 'parquet');
  expect(whole.bytes.length).toBeLessThan((await download(rawId, 'decoded')).bytes.length / 2);
});

test('zip holds raw, CSV, Parquet and what is known of the record; nothing stays in the temporary folder', async () => {
  const files = await unzipped((await download(combinedId, 'zip', { body: { drop_nan: true } })).bytes);
  expect(Object.keys(files).sort()).toEqual([
    'csv/left.csv',
    'csv/right.csv',
    'parquet/left.parquet',
    'parquet/right.parquet',
    'raw.txt',
    'record.json',
    'stats.csv',
    'stats.json',
  ]);
  expect(JSON.parse(String(files['record.json']))).toMatchObject({
    record: { id: combinedId },
    modules: [{ name: 'left' }, {}],
    selections: await room.call(api.listSelections, manager, { params: { id: combinedId } }),
    errors: [],
  });
  const blocks = JSON.parse(String(files['stats.json']));
  expect(blocks[0]).toMatchObject({
    selection: null,
    variables: [{ variable: 'left.force', unit: 'N', num: 2, mean: 2 }, {}],
  });
  expect(blocks.slice(1).map((block: { selection: object }) => block.selection)).toEqual(
    await room.call(api.listSelections, manager, { params: { id: combinedId } }),
  );
  expect(String(files['stats.csv'])).toBe(String((await download(combinedId, 'stats')).bytes));
  await expect.poll(() => readdir(room.folder.temporary)).toEqual([]);
});

test('what is known of a record names its session to who may see that alone', async () => {
  const groupId = await room.addGroup(manager.clientId, 'A');
  const coach = await room.addPerson(manager.clientId, 'Coach', [groupId]);
  const id = await uploaded('of a session.csv', Buffer.from('t;force\n0;1\n1;2\n'));
  await room.call(api.editRecord, manager, { params: { id }, body: { group_id: groupId } });
  const session = { record_type: 'seance' as const, record_ids: [id], group_id: null };
  const made = api.uploadRecord.reply.parse(await room.call(api.uploadRecord, manager, { body: session }));
  const told = async (who: Principal) =>
    JSON.parse(String((await unzipped((await download(id, 'zip', { who })).bytes))['record.json'])).record.seance_id;
  expect([await told(manager), await told(coach)]).toEqual([made.id, null]);
});

test('several records make one zip with a folder each, in every format', async () => {
  const ids = [rawId, combinedId, rawId];
  const folders = { raw: '2023-01-17_11-49-30_sortie-du-17', two: '2024-05-16_08-00-00_two' };
  const names = async (type: string, body: object = {}) =>
    Object.keys(await unzipped((await download(rawId, type, { body: { ids, ...body } })).bytes));
  expect(await names('raw')).toEqual([`${folders.raw}/raw.txt`, `${folders.two}/raw.txt`]);
  expect(await names('stats')).toEqual([`${folders.raw}/stats.csv`, `${folders.two}/stats.csv`]);
  const csv = [`${folders.raw}/imu.csv`, `${folders.two}/left.csv`, `${folders.two}/right.csv`];
  expect(await names('decoded')).toEqual(csv);
  const parquet = csv.map((name) => name.replace('.csv', '.parquet'));
  expect(await names('parquet')).toEqual(parquet);
  expect(await names('parquet', { processing: 'resampling', rate: 5 })).toEqual(parquet);
  const { bytes, filename } = await download(rawId, 'zip', { body: { ids } });
  expect(filename).toBe('sillage_2_zip.zip');
  const files = await unzipped(bytes);
  expect(Object.keys(files)).toHaveLength(6 + 8);
  const [again, first] = [readRawFile(files[`${folders.raw}/raw.txt`] ?? Buffer.alloc(0)), readRawFile(raw)];
  if (isProblem(again) || isProblem(first)) throw new Error('unreadable');
  expect(again.modules).toEqual(first.modules);
  await expect.poll(() => readdir(room.folder.temporary)).toEqual([]);
});

test('records of the same name get folders of their own', async () => {
  const twin = await uploaded('sortie du 17.txt', raw);
  const files = await unzipped((await download(rawId, 'stats', { body: { ids: [rawId, twin] } })).bytes);
  const name = '2023-01-17_11-49-30_sortie-du-17';
  expect(Object.keys(files)).toEqual([`${name}/stats.csv`, `${name}_${twin}/stats.csv`]);
});

test('every record of a zip must be for this person, and readable', async () => {
  const file = { name: 'theirs.csv', bytes: 't;v\n0;1\n1;2\n' };
  const theirs = api.uploadRecord.reply.parse(await room.call(api.uploadRecord, stranger, { file, body: {} })).id;
  await room.decoded();
  expect(await ask(rawId, 'zip', { body: { ids: [rawId, theirs] } })).toBe('entity.notFound');
  expect(await ask(theirs, 'zip', { body: { ids: [rawId] } })).toBe('entity.notFound');
});

test('several selections of several records have a folder each, and one file of statistics a record', async () => {
  const select = async (id: number, t0: number, t1: number) =>
    api.createSelection.reply.parse(
      await room.call(api.createSelection, manager, { params: { id }, body: { t0, t1, exercise: `from ${t0}` } }),
    ).id;
  const one = await uploaded('one.csv', Buffer.from('t;v\n0;1\n1;2\n2;3\n3;4\n'));
  const other = await uploaded('other.csv', Buffer.from('t;v\n0;5\n1;6\n'));
  const without = await uploaded('without.csv', Buffer.from('t;v\n0;7\n1;8\n'));
  const [first, second, third] = [await select(one, 0, 1), await select(one, 2, 3), await select(other, 0.5, 1)];
  const ids = [other, without];
  const csv = await unzipped(
    (await download(one, 'decoded', { body: { ids, sel_ids: [first, second, third] } })).bytes,
  );
  const shown = Object.fromEntries(
    Object.entries(csv).map(([name, bytes]) => [name.replace(/^[^_]*_[^_]*_/, ''), bytes.toString()]),
  );
  expect(Object.keys(shown)).toHaveLength(3);
  expect(shown).toMatchObject({
    'one_selections-1-2/S1/csv.csv': expect.stringMatching(/\n0,1\n1,2\n$/),
    'one_selections-1-2/S2/csv.csv': expect.stringMatching(/\n2,3\n3,4\n$/),
    'other_selection-1/csv.csv': expect.stringMatching(/\n1,6\n$/),
  });
  const stats = (await download(one, 'stats', { sel_id: [first, second] })).bytes.toString();
  expect(
    stats
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(',').slice(-4).join()),
  ).toEqual(['1,0,1,from 0', '2,2,3,from 2']);
  expect(await ask(one, 'decoded', { sel_id: [first, third] })).toBe('entity.notFound');
  expect(await ask(one, 'decoded', { sel_id: first, who: stranger })).toBe('entity.notFound');
});

test('a name that is cut in the middle of a sign stays whole', async () => {
  const id = await uploaded(`${'a'.repeat(59)}𝒜𝒜.txt`, raw);
  expect((await download(id, 'stats')).filename).toMatch(/_a{59}__stats\.csv$/);
});

test('computed channels are columns of the module at whose times they are, when they are asked for, never of raw files', async () => {
  const channel = {
    name: { fr: 'Double', en: 'Twice' },
    formula: '2*imu.acc_x',
    unit: null,
    reach: { of: 'everything' },
  };
  await room.database.db.insert(parameters).values({
    ...{ tableName: 'User', targetId: manager.userId, name: 'computed_channels::record::twice' },
    description: { type: 'json', default: JSON.stringify(channel) },
  });
  const body = { computed: true };
  const rows = await parquetRows((await download(rawId, 'parquet', { body })).bytes);
  expect(rows.length).toBeGreaterThan(1000);
  const measured = rows.map((row) => 2 * Number(row.acc_x));
  expect(rows.map((row) => row['computed.twice'])).toEqual(measured);
  const { bytes: csv } = await download(rawId, 'decoded', { body });
  const [head, first] = csv.toString().split('\n');
  expect(head).toMatch(/,computed\.twice \(m\/s\^2\)$/);
  expect(first).toMatch(new RegExp(`,${measured[0]}$`));
  expect((await download(rawId, 'mcap', { body })).bytes.includes('computed.twice')).toBe(true);
  expect(await parquetRows((await download(rawId, 'parquet')).bytes)).not.toHaveProperty(['0', 'computed.twice']);
  const zip = await unzipped((await download(rawId, 'zip', { body })).bytes);
  expect(Object.keys(zip).filter((name) => zip[name]?.includes('computed.twice'))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^csv\//), expect.stringMatching(/^parquet\//)]),
  );
  expect(zip['raw.txt']?.includes('computed.twice')).toBe(false);
});
