import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { api, type BodyIn, isRefusal } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tables } from '../../platform/database/index.ts';
import { StoredFile, stored } from '../../platform/files/index.ts';
import { Answer } from '../../platform/http/index.ts';
import { exportRoutes } from '../export/index.ts';
import { unzipped } from '../export/testing.ts';
import { createFuseWorkers } from '../fuse/index.ts';
import { openTestClub } from '../records/testing.ts';
import { videoRoutes } from './index.ts';

const fixture = (path: string) =>
  new Uint8Array(readFileSync(new URL(`../../../../testkit/fixtures/${path}`, import.meta.url)));
const film = (name = 'small.mp4') => fixture(`20_films/${name}`);
const made = Date.UTC(2026, 4, 16, 7, 12, 30);
/** One second of a sensor, 10 s long, begun 4 s before the films. */
const rows = Array.from({ length: 101 }, (_, i) => `${i / 10},${i % 7}`).join('\n');
const about = { date: '2026-05-16T07:12:26Z' };

let club: Awaited<ReturnType<typeof openTestClub>>;
const workers = createFuseWorkers();
beforeAll(async () => {
  club = await openTestClub();
  exportRoutes(club.room.serve, club.room.dependencies);
  videoRoutes(club.room.serve, { ...club.room.dependencies, workers });
});
afterAll(async () => {
  await workers.close();
  await club.room.close();
});

const ask = (endpoint: Parameters<typeof club.room.call>[0], input: object, who = club.manager) =>
  club.room.call(endpoint, who, input);

async function put(id: number, of_record_id: number | null, offset_seconds: number | null, who = club.manager) {
  return ask(api.alignVideo, { params: { id }, body: { of_record_id, offset_seconds } }, who);
}

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
    expect(errors.map(({ msg }) => msg.fr).join()).toContain('Cette vidéo est abîmée ou incomplète');
    expect(await ask(api.decodeRecord, { params: { id } })).toMatchObject({ task_id: expect.any(Number) });
    await club.room.decoded();
    const short = await club.decodedUpload('short.mp4', film().slice(0, 4000));
    expect(await club.read(short)).toMatchObject({ decode_state: 'done', nb_errors: 1, duration: 2 });
    expect(await club.upload('b.mkv', Buffer.from('\x1aE\xdf\xa3\x93B\x82\x88matroska', 'latin1'))).toBe(
      'file.otherFilm',
    );
  });
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
  expect(await refused('c.mp4', film(), { record_type: 'video' })).toEqual({ date: 'required' });
});

describe('a film beside a record', () => {
  test('is proposed by dates, put there, put elsewhere and taken away, and its history says by whom', async () => {
    const record = await club.decodedUpload('boat.csv', `t,v\n${rows}`, about);
    const one = await club.decodedUpload('one.mp4', film());
    const far = await club.decodedUpload('far.webm', film('streamed.webm'), { date: '2026-05-16T08:12:26Z' });
    const found = async () =>
      api.findVideosOfRecord.reply.parse(await ask(api.findVideosOfRecord, { params: { id: record } }));
    const proposed = (await found()).proposed;
    expect(proposed.find(({ id }) => id === one)).toMatchObject({ offset_seconds: 4, overlap_seconds: 2, fps: 25 });
    expect(proposed.map(({ id }) => id)).not.toContain(far);
    expect(await club.read(record)).toMatchObject({ videos: [] });

    expect(await put(one, record, 3.96)).toMatchObject({ video: { of_record_id: record, offset_seconds: 3.96 } });
    expect(await put(far, record, -1.5)).toMatchObject({ video: { offset_seconds: -1.5 } });
    const beside = (await club.read(record)).videos;
    expect(beside.map(({ id, offset_seconds }) => [id, offset_seconds])).toEqual([
      [far, -1.5],
      [one, 3.96],
    ]);
    expect((await found()).aligned.map(({ id }) => id)).toEqual([far, one]);
    expect((await found()).proposed.map(({ id }) => id)).not.toContain(one);

    // What the record shows now is cut off; the film stays at its moment.
    expect(await ask(api.cropRecord, { params: { id: record }, body: { start: 2, end: 8 } })).toMatchObject({});
    await club.room.decoded();
    expect((await club.read(one)).video).toMatchObject({ offset_seconds: 1.96 });
    expect(await put(one, record, 2)).toMatchObject({ video: { offset_seconds: 2 } });
    expect(await put(one, null, null)).toMatchObject({ video: { of_record_id: null, offset_seconds: null } });
    const { deeds } = api.readVideoAlignments.reply.parse(await ask(api.readVideoAlignments, { params: { id: one } }));
    expect(deeds.map(({ of_record_id, offset_seconds }) => [of_record_id, offset_seconds])).toEqual([
      [null, null],
      [record, 2],
      [record, 1.96],
    ]);
    expect(deeds[0]?.user_name).toContain('Manager');
    await ask(api.deleteRecords, { body: [record] });
    expect((await club.read(far)).video).toMatchObject({ of_record_id: null, offset_seconds: null });
  });

  test('is not put where other samples have another moment', async () => {
    const record = await club.decodedUpload('boat.csv', `t,v\n${rows}`, about);
    const id = await club.decodedUpload('one.mp4', film());
    const { signals_version } = await club.read(record);
    const putSeen = (seen: number) =>
      ask(api.alignVideo, {
        params: { id },
        body: { of_record_id: record, offset_seconds: 1.5, signals_version: seen },
      });
    expect(await putSeen(signals_version + 1)).toBe('record.signalsChanged');
    expect((await club.read(id)).video).toMatchObject({ of_record_id: null });
    expect(await putSeen(signals_version)).toMatchObject({ video: { of_record_id: record, offset_seconds: 1.5 } });
  });

  test('is put there by those who may edit it, beside a record that they see and that has samples', async () => {
    const record = await club.decodedUpload('boat.csv', `t,v\n${rows}`, about);
    const id = await club.decodedUpload('one.mp4', film());
    const other = await club.decodedUpload('other.csv', `t,v\n${rows}`, {}, club.stranger);
    const fields = async (of_record_id: number, offset_seconds: number | null) =>
      club.room.fieldsOf(api.alignVideo, club.manager, { params: { id }, body: { of_record_id, offset_seconds } });
    for (const wrong of [other, id, 2_000_000]) expect(await fields(wrong, 0)).toEqual({ of_record_id: 'unknown' });
    for (const [of_record_id, offset_seconds] of [
      [record, null],
      [record, 8 * 86_400],
      [null, 0],
    ]) {
      expect(api.alignVideo.body.safeParse({ of_record_id, offset_seconds }).success).toBe(false);
    }
    expect(await put(record, record, 0)).toBe('record.noVideo');
    expect(await put(id, record, 0, club.stranger)).toBe('entity.notFound');
  });
});

describe('the place of a film by what moves in it', () => {
  const times = Array.from({ length: 300 }, (_, i) => i / 30);
  type Question = Omit<BodyIn<typeof api.proposeAlignment>, 'times'> & { times?: number[] };
  const propose = async (id: number, body: Question) =>
    club.room.ask(api.proposeAlignment, club.manager, { params: { id }, body: { times, ...body } });

  test('is found to a frame where the same was measured, from all samples', async () => {
    const video_id = await club.decodedUpload('swing.mp4', film());
    // Strokes that are never twice alike: how fast something moves, and the acceleration that goes with it.
    const phase = (t: number) => 5 * t + 3 * Math.sin(0.7 * t) + 2 * Math.sin(0.23 * t * t);
    const speed = (t: number) => Math.abs(Math.cos(phase(t))) * (1 + 0.5 * Math.sin(1.1 * t));
    let a = 0;
    const samples = Array.from({ length: 6000 }, (_, i) => {
      a += speed(i / 200) / 200;
      return `${i / 200},${a},${9.81 + 0.1 * a},${-a}`;
    });
    const id = await club.decodedUpload('boat.csv', `t,acc_x,acc_y,acc_z\n${samples.join('\n')}`);
    const offset = 12.345;
    const values = times.map((t) => 40 * speed(offset + t - 1 / 60));
    const found = await propose(id, { video_id, values });
    if (isRefusal(found)) throw new Error(found.code);
    const said = api.proposeAlignment.reply.parse(found);
    expect(Math.abs((said.offset_seconds ?? 0) - offset)).toBeLessThan(1 / 30);
    expect(said).toMatchObject({ video_id, variable: '|acc|', variables: ['|acc|'], problem: null });
    expect(said.confidence).toBeGreaterThan(0.7);
    expect(said.movements).toBeGreaterThan(0);
    // Asking sets nothing.
    expect((await club.read(video_id)).video).toMatchObject({ of_record_id: null });
    expect(await propose(id, { video_id: id, values })).toMatchObject({ fields: { video_id: 'unknown' } });
    expect(await propose(id, { video_id, values, variable: 'imu.gyro' })).toMatchObject({
      fields: { variable: 'unknown' },
    });
    const { body } = api.proposeAlignment;
    // Laid out at 100 Hz, a last frame a year later would take the memory of the server.
    const beyond = { times: [...times.slice(0, -1), 3e7] };
    const before = { times: [-1, ...times.slice(1)] };
    const wrongs = [{ values: values.slice(1) }, { times: [...times].reverse() }, { values: [1], times: [1] }];
    for (const wrong of [...wrongs, beyond, before]) {
      expect(body.safeParse({ video_id, times, values, ...wrong }).success).toBe(false);
    }
    expect(body.safeParse({ video_id, times, values }).success).toBe(true);
  });

  test('is not believed for the pendulum, whose film and sensor do not swing at one pace', async () => {
    const video_id = await club.decodedUpload('pendulum.mp4', film());
    const id = await club.decodedUpload('pendulum.csv', fixture('18_pendulum_video/pendulum.csv'));
    const lines = Buffer.from(fixture('18_pendulum_video/frame-differences.csv'))
      .toString()
      .trim()
      .split('\n')
      .slice(1);
    const series = lines.map((line) => line.split(',').map(Number));
    const body = { video_id, times: series.map(([t = 0]) => t), values: series.map(([, value = 0]) => value) };
    const found = await propose(id, body);
    if (isRefusal(found)) throw new Error(found.code);
    const said = api.proposeAlignment.reply.parse(found);
    expect(said.confidence).toBeLessThan(0.7);
    expect(said.problem?.fr).toContain('à la main');
    expect(said.variables).toEqual(['|acc|', '|gyro|']);
  });

  test('is not asked of a record without movements', async () => {
    const video_id = await club.decodedUpload('swing.mp4', film());
    const id = await club.decodedUpload('boat.csv', `t,v\n${rows}`);
    const found = await propose(id, { video_id, values: times });
    expect(found).toMatchObject({ offset_seconds: null, confidence: null, variables: [], variable: null });
  });
});
