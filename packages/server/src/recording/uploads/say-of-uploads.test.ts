import { api, type CsvMapping } from '@sillage/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { Answer, type Principal } from '../../platform/http/index.ts';
import { openTestUploads, sha256, someCsv } from './open-test-uploads.ts';

const { room, manager, coach, stranger, read, finish, send } = await openTestUploads();
afterAll(() => room.close());

describe('the date that is said of an upload', () => {
  const said = { date: '2026-05-16T09:05:00', timezone: 'Europe/Paris' };

  test('is that of a file that says none, also decoded again', async () => {
    const id = Number(await finish(await send(someCsv()), said));
    await room.decoded();
    expect(await read(id)).toMatchObject({ timestamp: Date.parse('2026-05-16T07:05:00Z'), wrong_time: false });
    const withOffset = await finish(await send(someCsv()), { date: '2026-05-16T09:05:00Z' });
    expect(await read(Number(withOffset))).toMatchObject({ timestamp: Date.parse('2026-05-16T09:05:00Z') });
  });

  test('is left to a file that says its own', async () => {
    const bytes = Buffer.from('time,v\n2025-03-04T10:00:00Z,1\n2025-03-04T10:00:01Z,2\n2025-03-04T10:00:02Z,3\n');
    const id = Number(await finish(await send(bytes), said));
    await room.decoded();
    expect(await read(id)).toMatchObject({ timestamp: Date.parse('2025-03-04T10:00:00Z') });
  });

  test('is refused where it is none, and the file waits', async () => {
    const uid = await send(someCsv());
    expect(await finish(uid, { date: 'hier' })).toBe('request.invalid');
    expect(await finish(uid, { date: '1969-12-31' })).toBe('request.invalid');
    expect(await finish(uid, said)).toEqual(expect.any(Number));
  });
});

describe('what the cells of a CSV mean', () => {
  const text = 'a;b;c\n1;1000;5,5\n2;2000;6,5\n3;3000;7,5\n4;4000;8,5\n';
  const mapping: CsvMapping = {
    ...{ delimiter: ';', decimal: ',', headerLine: 1, firstLine: 2, time: { index: 1, unitSeconds: 1e-3 } },
    columns: [{ index: 2, name: 'power', unit: 'W' }],
  };

  test('goes with the upload and is read so', async () => {
    const uid = await send(Buffer.from(text));
    expect(await finish(uid)).toBe('file.noTime');
    const id = Number(await finish(uid, { csv_mapping: mapping }));
    await room.decoded();
    expect(await read(id)).toMatchObject({
      ...{ decode_state: 'done', duration: 4, modules: { csv: { rate: 1, samples: 4 } } },
      available_data: { 'csv.power': { unit: 'W' } },
    });
    const head = await room.ask(api.readRecordHead, manager, { params: { id } });
    expect(head instanceof Answer && String(head.body)).toBe(text);
  });

  test('is remembered for the club by the names in its header, and for no other', async () => {
    const header = sha256(Buffer.from('a\nb\nc'));
    const known = async (who: Principal, query = {}) =>
      room.call(api.readCsvMapping, who, { params: { header }, query });
    expect(await known(manager)).toEqual({ mapping: null });
    await room.call(api.keepCsvMapping, coach, { params: { header }, body: { ...mapping, decimal: '.' } });
    await room.call(api.keepCsvMapping, coach, { params: { header }, body: mapping });
    expect(await known(manager)).toEqual({ mapping });
    expect(await known(stranger)).toEqual({ mapping: null });
    expect(await known(stranger, { client_id: manager.clientId })).toBe('entity.notFound');
  });
});
