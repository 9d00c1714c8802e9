import { api } from '@sillage/contract';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { addRecord } from '../../platform/database/testing.ts';
import { openTestTasks } from './open-test-tasks.ts';

const { room, jobs, start, status, act, list, clear, close } = await openTestTasks();
afterEach(clear);
afterAll(close);

const newRecord = async (clientId: number, athlete?: string) =>
  (await addRecord(room.db, { clientId, userIds: athlete === undefined ? [] : [room.idOf(athlete)] })).id;

describe('who sees a task', () => {
  it('the own client, what one asked for, what is about records that one sees; to others it is not there', async () => {
    const { home, away } = room.clientIds;
    const rowers = await jobs.enqueue('inner', {}, { clientId: home, recordIds: [await newRecord(home, 'athlete')] });
    const sprint = await jobs.enqueue('inner', {}, { clientId: home, recordIds: [await newRecord(home, 'sprinter')] });
    const asked = await jobs.enqueue('inner', {}, { clientId: home, userId: room.idOf('loner') });
    const foreign = await jobs.enqueue('inner', {}, { clientId: away, recordIds: [await newRecord(away)] });
    const server = await jobs.enqueue('inner', {}, { clientId: null });
    const ids = async (who: string) => (await list(who)).ids;
    expect(await ids('admin')).toEqual([server, foreign, asked, sprint, rowers]);
    expect(await ids('manager')).toEqual([asked, sprint, rowers]);
    expect(await ids('coach')).toEqual([rowers]);
    expect(await ids('athlete')).toEqual([rowers]);
    expect(await ids('sprinter')).toEqual([sprint]);
    expect(await ids('loner')).toEqual([asked]);
    expect(await ids('awayManager')).toEqual([foreign]);
    expect(await list('manager', { clientIds: [away] })).toEqual({ ids: [], total: 0 });

    expect(await status('awayManager', { id: rowers })).toEqual([]);
    for (const endpoint of [api.restartTask, api.cancelTask, api.archiveTask]) {
      expect(await room.ask('awayManager', endpoint, { params: { id: rowers } })).toMatchObject({
        status: 404,
        code: 'entity.notFound',
      });
    }
    expect((await room.ask('awayManager', api.deleteTask, { params: { id: rowers } })).status).toBe(404);
    expect((await room.ask('awayManager', api.downloadTask, { params: { id: rowers } })).status).toBe(404);
    expect((await act('athlete', api.archiveTask, rowers)).status).toBe(403);
  });

  it('names the athlete of its record to those who see that record, not to who asked for it once', async () => {
    const { home } = room.clientIds;
    const record = await newRecord(home, 'athlete');
    const task = await jobs.enqueue(
      'inner',
      {},
      { clientId: home, recordIds: [record], userId: room.idOf('sprinter') },
    );
    const named = async (who: string) => (await status(who, { id: task }))[0]?.about_record;
    expect(await named('athlete')).toMatchObject({
      id: record,
      timezone: expect.stringMatching(/^Europe\//),
      athlete_name: expect.stringMatching(/./),
      source: expect.stringMatching(/./),
    });
    expect(await named('manager')).toMatchObject({ id: record });
    expect(await named('sprinter')).toBeNull();
  });

  it('is told which of them one may handle: not what the own role could not have started, athletes none', async () => {
    const { home } = room.clientIds;
    const recordIds = [await newRecord(home, 'athlete')];
    const inner = await jobs.enqueue('inner', {}, { clientId: home, recordIds });
    const secret = await jobs.enqueue('secret', {}, { clientId: home, recordIds });
    const handled = async (who: string) =>
      Promise.all([inner, secret].map(async (id) => (await status(who, { id }))[0]?.may_handle));
    expect(await handled('admin')).toEqual([true, true]);
    expect(await handled('manager')).toEqual([true, false]);
    expect(await handled('coach')).toEqual([true, false]);
    expect(await handled('athlete')).toEqual([false, false]);
  });

  it('about several records is seen once by whoever sees one of them, in its own client, and counted so', async () => {
    const { home, away } = room.clientIds;
    const [rowed, again, sprinted] = [
      await newRecord(home, 'athlete'),
      await newRecord(home, 'athlete'),
      await newRecord(home, 'sprinter'),
    ];
    const all = await jobs.enqueue('inner', {}, { clientId: home, recordIds: [sprinted, rowed, again] });
    const mine = await jobs.enqueue('inner', {}, { clientId: home, userId: room.idOf('coach'), recordIds: [rowed] });
    await jobs.enqueue('inner', {}, { clientId: away, recordIds: [rowed, again] });
    await jobs.enqueue('inner', {}, { clientId: away, recordIds: [rowed] });
    const counted = async (who: string) =>
      (await room.ask(who, api.countTasks)).body?.counts.reduce((sum, count) => sum + count, 0);
    for (const who of ['coach', 'athlete']) {
      expect(await list(who)).toEqual({ ids: [mine, all], total: 2 });
      expect(await list(who, { names: ['echo'] })).toEqual({ ids: [], total: 0 });
      expect(await list(who, { clientIds: [away] })).toEqual({ ids: [], total: 0 });
      expect(await counted(who)).toBe(2);
    }
    expect(await list('sprinter')).toEqual({ ids: [all], total: 1 });
    expect(await counted('loner')).toBe(0);
  });

  it('who went to another client sees what they asked for in the old one, and handles it no longer', async () => {
    const about = { clientId: room.clientIds.away, userId: room.idOf('coach') };
    const id = await jobs.enqueue('echo', { word: 'a' }, about);
    await vi.waitFor(async () => expect(await status('coach', { id })).toMatchObject([{ success: true }]), 10_000);
    expect(await status('coach', { id })).toMatchObject([{ can_download: false, is_cancelable: false }]);
    for (const endpoint of [api.restartTask, api.cancelTask, api.archiveTask]) {
      expect((await act('coach', endpoint, id)).code).toBe('permission.denied');
    }
    expect((await room.ask('coach', api.downloadTask, { params: { id } })).code).toBe('permission.denied');
    expect((await room.ask('coach', api.deleteTask, { params: { id } })).code).toBe('permission.denied');
  });

  it('is asked for by name, names, record and browser, newest first, in pages', async () => {
    const about = { clientId: room.clientIds.home };
    const a = await jobs.enqueue('inner', {}, { ...about, recordIds: [900_001, 900_002], callerFrontUid: 'tab' });
    const b = await start('manager', 'echo', { word: 'b' });
    const ids = async (query: Record<string, string>) => (await status('manager', query)).map(({ id }) => id);
    expect(await ids({ name: 'echo' })).toEqual([b]);
    expect(await ids({ names: 'inner' })).toEqual([a]);
    expect((await room.ask('manager', api.listTaskStatus, { query: { names: ['inner', 'echo'] } })).body).toHaveLength(
      2,
    );
    expect(await ids({ rec_id: '900002' })).toEqual([a]);
    expect(await ids({ rec_id: '900003' })).toEqual([]);
    expect(await ids({ caller_front_uid: 'tab' })).toEqual([a]);
    expect(await list('manager', { pageSize: 1, pageId: 2 })).toEqual({ ids: [a], total: 2 });
    expect(await list('manager', { names: ['echo'] })).toEqual({ ids: [b], total: 1 });
    expect((await room.ask('manager', api.listTaskStatus, { query: { rec_id: '3000000000' } })).status).toBe(422);
  });
});
