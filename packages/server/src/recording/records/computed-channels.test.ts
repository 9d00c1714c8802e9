import { api, type ComputedChannel, computedCategory, isRefusal } from '@sillage/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parameterRoutes } from '../../administration/parameters/index.ts';
import { systemClock } from '../../platform/clock/index.ts';
import { stored } from '../../platform/files/index.ts';
import type { Principal } from '../../platform/http/index.ts';
import { refuseFormulaText } from '../computed/index.ts';
import { openTestClub } from './open-test-club.ts';

let club: Awaited<ReturnType<typeof openTestClub>>;
/** 10 s at 100 Hz: `csv.a` is a sine of 2 Hz, `csv.b` the time. */
let id: number;

const samples = Array.from({ length: 1001 }, (_, i) => ({
  t: i / 100,
  a: Math.sin((4 * Math.PI * i) / 100),
  b: i / 100,
}));

beforeAll(async () => {
  club = await openTestClub();
  parameterRoutes(club.room.serve, {
    ...{ db: club.room.database.db, clock: systemClock, judgeFormula: refuseFormulaText },
  });
  const lines = samples.map(({ t, a, b }) => `${t};${a};${b}\n`).join('');
  id = await club.decodedUpload('wave.csv', `t;a (N);b (s)\n${lines}`, { group_id: club.coach.groupIds[0] });
});
afterAll(() => club.room.close());

async function keep(
  key: string,
  formula: string,
  changed: Partial<ComputedChannel> & { who?: Principal; shared?: true } = {},
) {
  const { who = club.manager, shared, ...others } = changed;
  const channel: ComputedChannel = {
    name: { fr: `Canal ${key}`, en: `Channel ${key}` },
    ...{ formula, unit: null, reach: { of: 'everything' as const } },
    ...others,
  };
  const place = shared ? { tableName: 'Client', id: club.clientId } : { tableName: 'User', id: who.userId };
  return club.room.call(api.createParameter, who, {
    params: api.createParameter.params.parse({ ...place, id: String(place.id) }),
    query: { cookie_name: `${computedCategory}::record::${key}` },
    body: { type: 'json', default: JSON.stringify(channel) },
  });
}

const offered = async (who = club.manager) =>
  api.listComputedChannels.reply.parse(await club.room.call(api.listComputedChannels, who, { params: { id } }));

async function curve(variable: string, who = club.manager, of = id): Promise<unknown> {
  const body = { data: { [of]: [{ x: {}, y: [of === id ? 'csv.b' : 'csv.a', variable] }] } };
  const asking = new AbortController();
  const answer = await club.room.call(api.queryRecordData, who, { body, signal: asking.signal });
  asking.abort();
  if (typeof answer === 'string') return answer;
  const series = api.queryRecordData.reply.parse(answer).data[of]?.[0]?.data[variable];
  return series?.data.map(({ x, y }) => [x, y]);
}

describe('a computed channel', () => {
  test('is kept when it can be read as a formula, and refused at the door otherwise', async () => {
    const channel = { name: { fr: 'c', en: 'c' }, formula: 'csv.a', unit: null, reach: { of: 'everything' } };
    const at = {
      params: { tableName: 'User', id: club.manager.userId } as const,
      query: { cookie_name: `${computedCategory}::record::door` },
    };
    const add = async (given: string | null) => {
      const answer = await club.room.ask(api.createParameter, club.manager, {
        ...at,
        body: { type: 'json', default: given },
      });
      return isRefusal(answer) ? [answer.code, answer.fields] : 'kept';
    };
    const set = async (given: object) => {
      const answer = await club.room.ask(api.setParameter, club.manager, { ...at, body: JSON.stringify(given) });
      return isRefusal(answer) ? [answer.code, answer.fields] : 'kept';
    };
    expect(await add(JSON.stringify({ ...channel, formula: 'csv.a +' }))).toMatchObject([
      'formula.invalid',
      { formula: expect.any(String) },
    ]);
    expect(await add(JSON.stringify({ ...channel, formula: '' }))).toEqual([
      'request.invalid',
      { 'default.formula': 'required' },
    ]);
    expect(await add('[]')).toEqual(['request.invalid', { default: 'invalid_type' }]);
    expect(await add(JSON.stringify(channel))).toBe('kept');
    expect(await set({ ...channel, formula: 'mean(csv.a' })).toMatchObject(['formula.invalid', {}]);
    expect(await set({ ...channel, reach: { of: 'moon' } })).toMatchObject(['request.invalid', {}]);
    // What only some records have is no reason.
    expect(await set({ ...channel, formula: 'gps.speed * 2' })).toBe('kept');
    expect(await club.room.call(api.deleteParameter, club.manager, at)).toBeUndefined();
  });

  test('is read like any variable: curves and statistics of every sample', async () => {
    await keep('twice', '2*csv.a + csv.a');
    expect(await offered()).toMatchObject([
      {
        variable: 'computed.twice',
        unit: 'N',
        module: 'csv',
        rate: 100,
        resampled: [],
        is_shared: false,
        problem: null,
      },
    ]);
    expect(await curve('computed.twice')).toEqual(samples.map(({ t, a }) => [t, 2 * a + a]));
    const query = { variable: ['computed.twice', 'csv.a'], t0: 1, t1: 2 };
    const asking = new AbortController();
    const input = { params: { id }, query, signal: asking.signal };
    const answer = await club.room.call(api.readRecordStatistics, club.manager, input);
    asking.abort();
    const [computed, own] = api.readRecordStatistics.reply.parse(answer).default.data;
    expect(computed).toMatchObject({ variable: 'computed.twice', num: 101 });
    expect(computed?.std).toBeCloseTo(3 * (own?.std ?? 0), 12);
  });

  test('may stand on another one, and says where it is wrong', async () => {
    await keep('slope', 'derivative(computed.twice)');
    await keep('lost', 'csv.a + computed.nowhere');
    const channels = await offered();
    expect(channels.find(({ variable }) => variable === 'computed.slope')).toMatchObject({
      unit: 'N/s',
      problem: null,
    });
    expect(channels.find(({ variable }) => variable === 'computed.lost')?.problem?.en).toContain('computed.nowhere');
    const [before = 0, after = 0] = [499, 501].map((i) => 3 * (samples[i]?.a ?? 0));
    expect(await curve('computed.slope')).toContainEqual([5, expect.closeTo((after - before) / 0.02, 9)]);
    expect(await curve('computed.lost')).toBe('formula.invalid');
    expect(await curve('computed.nobody')).toBe('record.unknownVariable');
  });

  test('is the own one unless it is shared, which coaches do for their club and athletes do not', async () => {
    expect(await offered(club.coach)).toEqual([]);
    expect(await curve('computed.twice', club.coach)).toBe('record.unknownVariable');
    expect(await keep('shared', 'csv.b', { who: club.athlete, shared: true })).toBe('permission.denied');
    await keep('shared', 'csv.b - 1', { who: club.coach, shared: true, unit: 'W' });
    expect(await offered(club.manager)).toContainEqual(
      expect.objectContaining({ variable: 'computed.shared', is_shared: true, may_edit: true, unit: 'W' }),
    );
  });

  test('is offered where it reaches', async () => {
    const names = async () => (await offered()).map(({ variable }) => variable);
    const { uid } = await club.read(id);
    await keep('here', 'csv.a', { reach: { of: 'record', uid } });
    await keep('rowing', 'csv.a', { reach: { of: 'sport', name: 'rowing' } });
    await keep('test', 'csv.a', { reach: { of: 'exercise', name: 'CMJ' } });
    expect(await names()).toContain('computed.here');
    expect(await names()).not.toEqual(expect.arrayContaining([expect.stringMatching('rowing|test')]));
  });
});

test('a formula is tried before it is kept', async () => {
  const preview = (formula: string) =>
    club.room.ask(api.previewFormula, club.manager, {
      params: { id },
      body: { formula, maxData: 400 },
      signal: new AbortController().signal,
    });
  const tried = api.previewFormula.reply.parse(await preview('lowpass(csv.a, 10) * 2'));
  expect(tried).toMatchObject({ unit: 'N', module: 'csv', rate: 100 });
  expect(tried.T.length).toBeGreaterThan(200);
  const refused = await preview('csv.a + lowpas(csv.a, 10)');
  expect(refused).toMatchObject({ code: 'formula.invalid', fields: { formula: 'unknownFunction' } });
  expect(await preview('lowpass(csv.a, 60)')).toMatchObject({ fields: { formula: 'frequency' } });
});

describe('a try of a formula', () => {
  const ask = (body: object, who = club.manager, until = new AbortController().signal) =>
    club.room.ask(api.previewFormula, who, {
      ...{ params: { id }, body: api.previewFormula.body.parse({ maxData: 400, ...body }), signal: until },
    });
  /** Keeps what is computed from being begun, until it is let go. */
  function hold() {
    const { disk } = club.room.dependencies;
    const [isHeld, isFree] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reserve = disk.reserve;
    const holding = vi.spyOn(disk, 'reserve').mockImplementation(async (...room) => {
      isHeld.resolve();
      await isFree.promise;
      return reserve(...room);
    });
    const letGo = () => {
      holding.mockRestore();
      isFree.resolve();
    };
    return { isHeld: isHeld.promise, letGo };
  }

  test('is of the stretch that is looked at, as the whole would be there, and keeps nothing', async () => {
    const kept = await club.room.folder.files.list('computed');
    const formula = 'lowpass(csv.a, 5) * mean(csv.b, 1)';
    const whole = api.previewFormula.reply.parse(await ask({ formula, maxData: 4000 }));
    const part = api.previewFormula.reply.parse(await ask({ formula, maxData: 4000, start: 4, end: 6 }));
    expect(part).toMatchObject({ start: 4, end: 6 });
    const inside = part.T.flatMap((t, i) => (t < 4 || t > 6 ? [] : [[t, part.value[i]] as const]));
    expect(inside.length).toBeGreaterThan(190);
    for (const [t, value] of inside) expect(value).toBeCloseTo(whole.value[whole.T.indexOf(t)] ?? Number.NaN, 2);
    expect(await ask({ formula, start: 4.001, end: 4.002 })).not.toMatchObject({ code: 'formula.invalid' });
    expect(await club.room.folder.files.list('computed')).toEqual(kept);
  });

  test('is replaced by the newest of the same person, and of more people than wait some are to come again', async () => {
    const { isHeld, letGo } = hold();
    const first = ask({ formula: 'csv.a + 1' });
    await isHeld;
    const second = ask({ formula: 'csv.a + 2' });
    const others = Array.from({ length: 36 }, (_, i) =>
      ask({ formula: `csv.a + ${i}` }, { ...club.manager, userId: 1_000_000 + i }),
    );
    const busy = await Promise.race(others);
    letGo();
    expect(busy).toMatchObject({ code: 'formula.busy' });
    expect(await first).toMatchObject({ code: 'formula.replaced' });
    expect(isRefusal(await second)).toBe(false);
    const answers = await Promise.all(others);
    expect(answers.filter((answer) => isRefusal(answer) && answer.code === 'formula.busy').length).toBeGreaterThan(0);
  });

  test('ends when nobody waits for it', async () => {
    const asking = new AbortController();
    const { isHeld, letGo } = hold();
    const answer = ask({ formula: 'csv.a + 3' }, club.manager, asking.signal);
    await isHeld;
    asking.abort();
    letGo();
    expect(await answer).toMatchObject({ code: 'formula.replaced' });
  });
});

test('what is computed while its record is deleted leaves nothing behind', async () => {
  const { files } = club.room.folder;
  const deleted = await club.decodedUpload('short.csv', 't;a\n0;1\n1;2\n');
  const { uid } = await club.read(deleted);
  const computed = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const place = files.place;
  const holding = vi.spyOn(files, 'place').mockImplementation(async (file) => {
    computed.resolve();
    await gone.promise;
    return place(file);
  });
  await keep('doubled', 'csv.a * 2');
  const answer = curve('computed.doubled', club.manager, deleted);
  await computed.promise;
  const deletion = club.room.call(api.deleteRecords, club.manager, { body: [deleted] });
  await expect.poll(() => files.has(stored.signals(uid))).toBe(false);
  gone.resolve();
  await Promise.all([deletion, answer]);
  holding.mockRestore();
  expect((await files.list('computed')).filter((name) => name.startsWith(uid))).toEqual([]);
});

test('what was computed goes with the record, and when it is decoded again', async () => {
  const kept = async () => (await club.room.folder.files.list('computed')).length;
  const before = await kept();
  expect(before).toBeGreaterThan(0);
  await club.room.call(api.decodeRecord, club.manager, { params: { id } });
  await club.room.decoded();
  await curve('computed.twice');
  expect(await kept()).toBe(1);
  await club.room.call(api.deleteRecords, club.manager, { body: [id] });
  expect(await kept()).toBe(0);
});
