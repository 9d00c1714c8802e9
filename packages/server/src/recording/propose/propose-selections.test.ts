import { readFile } from 'node:fs/promises';
import { api, type BodyIn, type SelectionProposal } from '@sillage/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestClub } from '../records/testing.ts';
import { createProposals, proposeRoutes } from './index.ts';

const { room, manager, otherCoach, stranger, decodedUpload } = await openTestClub();
const proposals = createProposals();
proposeRoutes(room.serve, { ...room.dependencies, proposals });
afterAll(async () => {
  await proposals.close();
  await room.close();
});

const rateHz = 20;
/** s of a session: still, then slow and fast in turn. */
const [rest, slow, fast] = [20, 40, 30];
const session = [
  { seconds: rest, speed: 0, shake: 0.002 },
  ...Array.from({ length: 3 }, () => [
    { seconds: slow, speed: 2, shake: 1 },
    { seconds: fast, speed: 5, shake: 5 },
  ]).flat(),
  { seconds: rest, speed: 0, shake: 0.002 },
];
const rows = session
  .flatMap((part) => Array.from({ length: part.seconds * rateHz }, () => part))
  .map(({ speed, shake }, i) => {
    const wave = (rate: number) => shake * Math.sin(2 * Math.PI * rate * (i / rateHz));
    return [i / rateHz, speed + 0.1 * wave(0.7), wave(0.6), wave(1.1), 9.81 + wave(0.8)]
      .map((one) => one.toFixed(4))
      .join();
  });
const rowing = `T (s),speed (m/s),acc_x (m/s²),acc_y (m/s²),acc_z (m/s²)\n${rows.join('\n')}\n`;
const id = await decodedUpload('session.csv', rowing);

async function propose(body: BodyIn<typeof api.proposeSelections>, of = id): Promise<SelectionProposal> {
  const answer = await room.call(api.proposeSelections, manager, { params: { id: of }, body });
  return api.proposeSelections.reply.parse(answer);
}
/** s, to the nearest one */
const bounds = ({ proposed }: SelectionProposal) => proposed.map(({ t0, t1 }) => [Math.round(t0), Math.round(t1)]);

describe('Efforts', () => {
  const efforts = [
    [60, 90],
    [130, 160],
    [200, 230],
  ];

  test('are where the speed is high, with their mean and their distance', async () => {
    const found = await propose({ kind: 'effort' });
    expect(found).toMatchObject({ variable: 'speed', measure: 'mean', unit: 'm/s', problem: null });
    expect(found.variables).toEqual(['speed', '|acc|', 'acc_x', 'acc_z', 'acc_y']);
    expect(bounds(found)).toEqual(efforts);
    expect(found.proposed[0]?.level).toBeGreaterThan(4.9);
    expect(found.proposed[0]?.distance).toBeGreaterThan(145);
    expect(found.proposed[0]?.distance).toBeLessThan(155);
  });

  test('are where a sensor moves most, however it lies', async () => {
    const found = await propose({ kind: 'effort', variable: '|acc|' });
    expect(found).toMatchObject({ variable: '|acc|', measure: 'deviation', unit: 'm/s²' });
    const near = bounds(found).flatMap(([t0 = 0, t1 = 0], i) => [
      t0 - (efforts[i]?.[0] ?? 0),
      t1 - (efforts[i]?.[1] ?? 0),
    ]);
    expect(found.proposed).toHaveLength(3);
    expect(Math.max(...near.map(Math.abs))).toBeLessThanOrEqual(2);
  });

  test('are looked for in a part, beyond a given threshold, as long as is asked for', async () => {
    expect(bounds(await propose({ kind: 'effort', t0: 100, t1: 180 }))).toEqual([[130, 160]]);
    expect(bounds(await propose({ kind: 'effort', threshold: 1 }))).toEqual([[20, 231]]);
    expect(await propose({ kind: 'effort', least_seconds: 60 })).toMatchObject({
      proposed: [],
      threshold: expect.any(Number),
    });
    expect((await propose({ kind: 'effort', threshold: 9 })).problem?.fr).toContain('seuil');
  });

  test('are none where nothing tells them apart: the answer says what to do', async () => {
    const steady = Array.from({ length: 600 }, (_, i) => {
      const noise = Math.sin(i) + Math.sin(1.7 * i) + Math.sin(0.29 * i) + Math.sin(0.031 * i);
      return `${i},${(3 + 0.1 * noise).toFixed(3)}`;
    });
    const alike = await decodedUpload('steady.csv', `T (s),speed (m/s)\n${steady.join('\n')}\n`);
    const found = await propose({ kind: 'effort' }, alike);
    expect(found.proposed).toEqual([]);
    expect(found.problem?.en).toContain('not clearly apart');
    const none = await decodedUpload('temperature.csv', 'T (s),temperature (°C)\n0,20\n1,21\n2,22\n');
    expect((await propose({ kind: 'effort' }, none)).problem?.en).toContain('No variable');
  });
});

test('Still phases are where no axis of a sensor moves', async () => {
  const found = await propose({ kind: 'still' });
  expect(found).toMatchObject({ variable: '|acc|', measure: 'deviation', problem: null });
  expect(bounds(found)).toEqual([
    [0, 20],
    [230, 250],
  ]);
  const bySpeed = await propose({ kind: 'still', variable: 'speed', threshold: 0.5 });
  expect(bounds(bySpeed).map(([t0]) => t0)).toEqual([0, 230]);
});

describe('Pieces', () => {
  test('last as long, the last one as long as it is', async () => {
    expect(bounds(await propose({ kind: 'seconds', step: 100 }))).toEqual([
      [0, 100],
      [100, 200],
      [200, 250],
    ]);
  });

  test('are as far, from where the part begins', async () => {
    const { proposed } = await propose({ kind: 'metres', step: 100, t0: 60, t1: 130 });
    expect(proposed.map(({ distance }) => Math.round(distance ?? 0))).toEqual([100, 100, expect.any(Number)]);
    expect(proposed[0]).toMatchObject({ t0: expect.closeTo(60, 1), t1: expect.closeTo(80, 0) });
    const pushing = await decodedUpload('pushing.csv', 'T (s),force (N)\n0,1\n1,2\n2,3\n');
    expect((await propose({ kind: 'metres', step: 100 }, pushing)).problem?.en).toContain('how far');
  });

  test('are 200 at most, which is said', async () => {
    const found = await propose({ kind: 'seconds', step: 1 });
    expect(found.proposed).toHaveLength(200);
    expect(found.problem?.en).toContain('first 200');
  });
});

describe('Laps', () => {
  test('are the rounds of a track, wherever it began', async () => {
    /** A circle of 400 m in 80 s, three times, after a way of 100 s. */
    const places = Array.from({ length: 400 }, (_, s) => {
      const turn = ((s - 100) / 80) * 2 * Math.PI;
      const [east, north] = s < 100 ? [64 + 4 * (100 - s), 4 * (s - 100)] : [64 * Math.cos(turn), 64 * Math.sin(turn)];
      return [
        s,
        (47 + north / 111_195).toFixed(7),
        (7 + east / (111_195 * Math.cos((47 * Math.PI) / 180))).toFixed(7),
      ].join();
    });
    const track = await decodedUpload('track.csv', `T (s),lat (°),lon (°)\n${places.join('\n')}\n`);
    const found = await propose({ kind: 'lap' }, track);
    expect(found.proposed).toHaveLength(3);
    for (const { t0, t1 } of found.proposed) expect(t1 - t0).toBeCloseTo(80, 0);
    expect(await propose({ kind: 'lap', line: 10 }, track)).toMatchObject({ proposed: [] });
    expect((await propose({ kind: 'lap' })).problem?.en).toContain('no GPS positions');
  });

  test('of a way through the country there are none', async () => {
    const way = new URL('../../../../testkit/fixtures/15_gps_gpx/cerknicko-jezero.gpx', import.meta.url);
    const country = await decodedUpload('way.gpx', await readFile(way));
    expect((await propose({ kind: 'lap' }, country)).proposed.every(({ t1, t0 }) => t1 - t0 > 60)).toBe(true);
  });
});

describe('A question', () => {
  test('is answered to those who may see the record', async () => {
    const ask = { params: { id }, body: { kind: 'seconds', step: 10 } } as const;
    expect(await room.call(api.proposeSelections, stranger, ask)).toBe('entity.notFound');
    expect(await room.call(api.proposeSelections, otherCoach, ask)).toBe('entity.notFound');
  });

  test('that makes no sense is refused by field', async () => {
    const fields = (body: BodyIn<typeof api.proposeSelections>) =>
      room.fieldsOf(api.proposeSelections, manager, { params: { id }, body });
    expect(await fields({ kind: 'effort', variable: 'nothing' })).toEqual({ variable: 'unknown' });
    expect(await fields({ kind: 'still', t0: 1000 })).toEqual({ t0: 'afterEnd' });
    for (const kind of ['seconds', 'metres'] as const) {
      expect(api.proposeSelections.body.safeParse({ kind, step: 1e-15 }).success).toBe(false);
    }
  });
});

test('Where nobody moved there is no distance to cut, and why is said', async () => {
  const { proposed, problem } = await propose({ kind: 'metres', step: 100, t0: 0, t1: 15 });
  expect(proposed).toEqual([]);
  expect(problem?.en).toContain('Cut it by time');
});

test('Selections are added together, or none of them', async () => {
  const { proposed } = await propose({ kind: 'effort' });
  const add = (selections: BodyIn<typeof api.createSelections>['selections']) =>
    room.call(api.createSelections, manager, { params: { id }, body: { selections } });
  const taken = proposed.map(({ t0, t1 }, i) => ({ t0, t1, exercise: `effort ${i + 1}` }));
  const added = api.createSelections.reply.parse(await add(taken));
  expect(added.map(({ num, exercise }) => [num, exercise])).toEqual([
    [1, 'effort 1'],
    [2, 'effort 2'],
    [3, 'effort 3'],
  ]);
  expect(
    await add([
      { t0: 0, t1: 1 },
      { t0: 900, t1: 901 },
    ]),
  ).toBe('request.invalid');
  expect(await add([{ t0: 0, t1: 1, signals_version: 99 }])).toBe('record.signalsChanged');
  const kept = api.listSelections.reply.parse(await room.call(api.listSelections, manager, { params: { id } }));
  expect(kept).toEqual(added);

  const remove = (ids: number[]) => room.call(api.deleteSelections, manager, { params: { id }, body: ids });
  const ids = added.map((one) => one.id);
  expect(await remove([...ids, 999_999])).toBe('entity.notFound');
  expect(await room.call(api.listSelections, manager, { params: { id } })).toHaveLength(3);
  expect(await remove(ids)).toBeUndefined();
  expect(await room.call(api.listSelections, manager, { params: { id } })).toEqual([]);

  const numbered = api.createSelections.reply.parse(
    await add([
      { t0: 0, t1: 1, num: 2 },
      { t0: 1, t1: 2 },
      { t0: 2, t1: 3 },
    ]),
  );
  expect(numbered.map(({ num }) => num)).toEqual([2, 3, 4]);
});
