import { readdir } from 'node:fs/promises';
import { api } from '@sillage/contract';
import { isProblem, readCsvFile, readRawFile } from '@sillage/formats';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import { openTestExports, unzipped } from './open-test-exports.ts';

const { parameters } = tables;
const { room, manager, raw, rawId, combinedId, uploaded, ask, download } = await openTestExports();
afterAll(() => room.close());

function parquetRows(bytes: Buffer) {
  return parquetReadObjects({ file: new Uint8Array(bytes).buffer });
}

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
    'results.csv',
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
