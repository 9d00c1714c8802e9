import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { api } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { StoredFile, stored } from '../../platform/files/index.ts';
import { Answer } from '../../platform/http/index.ts';
import { unzipped } from '../export/testing.ts';
import { film, made, openTestFilms, rows } from './open-test-films.ts';

const { club, ask, put, close } = await openTestFilms();
afterAll(close);

describe('an uploaded film', () => {
  test('is a record of the type video, with its own date and figures', async () => {
    const id = await club.decodedUpload('GX010042.MP4', film());
    expect(await club.read(id)).toMatchObject({
      ...{ record_type: 'video', decode_state: 'done', visualisable: false, basename: 'GX010042', duration: 2 },
      ...{ timestamp: made, size: film().length, wrong_time: false, available_data: {}, nb_errors: 0 },
      video: {
        ...{
          format: 'mp4',
          content_type: 'video/mp4',
          codec: 'avc1.64000a',
          width: 64,
          height: 48,
          fps: 25,
          frames: 50,
        },
        ...{ has_audio: false, of_record_id: null, offset_seconds: null },
      },
      videos: [],
    });
    expect(await club.list(club.manager, { record_type: 'video' })).toContain(id);
    const page = api.listVideos.reply.parse(await ask(api.listVideos, {}));
    expect(page.records.map((record) => record.record_type)).toEqual(page.records.map(() => 'video'));
    const ofClient = { params: { clientId: club.clientId } };
    expect(api.listVideos.reply.parse(await ask(api.listClientVideos, ofClient))).toEqual(page);
    expect(await ask(api.listClientVideos, ofClient, club.stranger)).toBe('entity.notFound');
    expect(await ask(api.listVideos, {}, club.stranger)).toMatchObject({ records: [], total: 0 });
  });

  test('is served as it was sent, to those who see it, and goes with its record', async () => {
    const id = await club.decodedUpload('a.webm', film('small.webm'));
    const read = (who = club.manager) => club.room.ask(api.readVideo, who, { params: { id } });
    const answer = await read();
    if (!(answer instanceof Answer) || !(answer.body instanceof StoredFile)) throw new Error('no film was answered');
    expect(answer.headers['content-type']).toBe('video/webm');
    expect(new Uint8Array(await buffer(answer.body.readAll()))).toEqual(film('small.webm'));
    expect(await read(club.stranger)).toMatchObject({ code: 'entity.notFound' });
    const { uid } = await club.read(id);
    expect(await ask(api.deleteRecords, { body: [id] })).toBeUndefined();
    expect(await club.room.folder.files.has(stored.upload(uid))).toBe(false);
  });

  test('is downloaded as it was sent, alone or in a zip with what is known of it', async () => {
    const id = await club.decodedUpload('out.mp4', film());
    const table = await club.decodedUpload('out.csv', `t,v\n${rows}`);
    const download = async (of: number, fileType: string) =>
      ask(api.downloadRecordFile, { params: { id: of, fileType }, body: null });
    const bytesOf = async (answer: unknown) => {
      const body = answer instanceof Answer ? answer.body : undefined;
      return buffer(body instanceof StoredFile ? body.readAll() : Readable.from(body instanceof Readable ? body : []));
    };
    expect(new Uint8Array(await bytesOf(await download(id, 'video')))).toEqual(film());
    const zip = await bytesOf(await download(id, 'zip'));
    expect(zip.includes(Buffer.from(film()))).toBe(true);
    expect(zip.includes('video.mp4')).toBe(true);
    const both = { params: { id, fileType: 'zip' }, body: { ids: [table] } };
    expect((await bytesOf(await ask(api.downloadRecordFile, both))).includes(Buffer.from(film()))).toBe(true);
    expect(await ask(api.estimateRecordFile, { params: { id, fileType: 'video' }, body: null })).toEqual({
      ...{ bytes: film().length, files: 1, is_zip: false },
    });
    expect(await download(id, 'parquet')).toBe('record.isVideo');
    expect(await download(table, 'video')).toBe('record.noVideo');
  });

  test('is in the zip of the record that it lies beside, which says where it begins there', async () => {
    const of = await club.decodedUpload('with.csv', `t,v\n${rows}`);
    const id = await club.decodedUpload('beside.webm', film('small.webm'));
    const asked = { params: { id: of, fileType: 'zip' }, body: null };
    const sizeOf = async () => api.estimateRecordFile.reply.parse(await ask(api.estimateRecordFile, asked));
    const without = await sizeOf();
    await put(id, of, 0.25);
    const filesOf = async (body: object | null = null) => {
      const answer = await ask(api.downloadRecordFile, { ...asked, body });
      const whole = answer instanceof Answer && answer.body instanceof Readable ? await buffer(answer.body) : undefined;
      return unzipped(whole ?? Buffer.alloc(0));
    };
    const files = await filesOf();
    expect(new Uint8Array(files['video_1.webm'] ?? [])).toEqual(film('small.webm'));
    expect(JSON.parse(String(files['record.json'])).videos).toEqual([
      expect.objectContaining({ file: 'video_1.webm', id, offset_seconds: 0.25, duration: 2 }),
    ]);
    const alone = { params: { id: of, fileType: 'video' }, body: null };
    const played = await ask(api.downloadRecordFile, alone);
    const sent = played instanceof Answer && played.body instanceof StoredFile ? played.body : undefined;
    expect(sent && new Uint8Array(await buffer(sent.readAll()))).toEqual(film('small.webm'));
    const size = await sizeOf();
    expect(size.bytes - without.bytes).toBe(film('small.webm').length);
    expect(size.files - without.files).toBe(1);
    // Asked for itself it has a folder of its own, and is there once.
    const both = Object.keys(await filesOf({ ids: [id] })).filter((name) => name.endsWith('.webm'));
    expect(both).toEqual([expect.stringMatching(/\/video\.webm$/)]);
  });

  test('has no samples, and says so', async () => {
    const id = await club.decodedUpload('a.mov', film('small.mov'));
    const params = { id };
    for (const [endpoint, input] of [
      [api.readRecordData, { params, query: { wanted_y: 'imu.acc_x' } }],
      [api.readRecordStatistics, { params }],
      [api.decodeRecord, { params }],
      [api.cropRecord, { params, body: { start: 0, end: 1 } }],
      [api.createSelection, { params, body: { t0: 0, t1: 1 } }],
      [api.findVideosOfRecord, { params }],
    ] as const) {
      expect(await ask(endpoint, input), endpoint.name).toBe('record.isVideo');
    }
    const csv = { params: { id: await club.decodedUpload('a.csv', `t,v\n${rows}`) } };
    expect(await ask(api.readVideo, csv)).toBe('record.noVideo');
  });

  test('that is damaged says so, keeps its file, and may be read again', async () => {
    const id = await club.decodedUpload('cut.mov', film('small.mov').slice(0, 2000));
    expect(await club.read(id)).toMatchObject({ decode_state: 'error', video: null, record_type: 'video' });
    const errors = api.listRecordErrors.reply.parse(await ask(api.listRecordErrors, { params: { id } }));
    expect(errors.map(({ msg }) => msg.fr).join()).toContain('Ce film est abîmé ou incomplet');
    expect(await ask(api.decodeRecord, { params: { id } })).toMatchObject({ task_id: expect.any(Number) });
    await club.room.decoded();
    const short = await club.decodedUpload('short.mp4', film().slice(0, 4000));
    expect(await club.read(short)).toMatchObject({ decode_state: 'done', nb_errors: 1, duration: 2 });
    expect(await club.upload('b.mkv', Buffer.from('\x1aE\xdf\xa3\x93B\x82\x88matroska', 'latin1'))).toBe(
      'file.otherFilm',
    );
  });
});

test('a film that is sent as one, without a date, is like any other: it has its own, where the club uses no video', async () => {
  const id = await club.decodedUpload('said.mp4', film(), { record_type: 'video' });
  expect(await club.read(id)).toMatchObject({ timestamp: made, record_type: 'video' });
});

test('a film of a browser’s camera begins when the browser says, where the club uses video', async () => {
  const { db } = club.room.database;
  const date = '2026-05-16T09:00:00.250Z';
  const body = { record_type: 'video', date };
  expect(await club.upload('c.mp4', film(), body)).toBe('video.captureOff');
  await db.update(tables.clients).set({ videoEnabled: true }).where(eq(tables.clients.id, club.clientId));
  const id = await club.decodedUpload('c.mp4', film(), body);
  expect(await club.read(id)).toMatchObject({ timestamp: Date.parse(date), record_type: 'video', duration: 2 });
  const refused = (name: string, bytes: Uint8Array | string, given: object) =>
    club.room.fieldsOf(api.uploadRecord, club.manager, { file: { name, bytes }, body: given });
  expect(await refused('c.csv', `t,v\n${rows}`, body)).toEqual({ record_type: 'unknown' });
  expect(await refused('c.csv', `t,v\n${rows}`, { record_type: 'video' })).toEqual({ record_type: 'unknown' });
});
