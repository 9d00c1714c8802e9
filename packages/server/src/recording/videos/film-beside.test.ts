import { api, type BodyIn, isRefusal } from '@sillage/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { about, film, fixture, openTestFilms, rows } from './open-test-films.ts';

const { club, ask, put, close } = await openTestFilms();
afterAll(close);

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
