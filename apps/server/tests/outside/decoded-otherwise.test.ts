import { startTestHub, type TestHub, waitUntil } from '@sillage/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoContent } from '../../src/demo.ts';
import { type Program, type Said, signInPlainly } from './plain-program.ts';

let hub: TestHub;
let ask: Program;
let session: Said;
beforeAll(async () => {
  hub = await startTestHub({ demo: demoContent('Coach-2026!', 'Manager-2026!') });
  ({ ask, session } = await signInPlainly(hub.url, 'admin@sillage.test', 'Aviron-2026!'));
});
afterAll(() => hub?.stop());

const weight = 70 * 9.81;
const standing = (t: number) => weight + 0.5 * Math.sin(44 * t);
/** A plate as CSV, 5 s at 500 Hz, from what 70 kg do on it in N. */
const plate = (force: (t: number) => number) =>
  `T (s),fztot (N)\n${Array.from({ length: 2500 }, (_, i) => `${i / 500},${force(i / 500).toFixed(3)}`).join('\n')}\n`;
/** Stands, pushes from the squat, flies, lands. */
const squatJump = plate((t) => {
  if (t >= 2 && t < 2.2) return 2.2 * weight;
  if (t >= 2.2 && t < 2.68) return 0;
  return t >= 2.68 && t < 2.9 ? 3 * weight : standing(t);
});
/** Falls from a box of 0.3 m, jumps off, lands, stands. */
const dropJump = plate((t) => {
  if (t < 2 || (t >= 2.244 && t < 2.724)) return 0;
  return t < 2.244 || (t >= 2.724 && t < 2.9) ? 3 * weight : standing(t);
});

const read = async (id: number): Promise<Said> => (await ask('GET', `/records/${id}`)).body;
const settled = (id: number) =>
  waitUntil('the record to be decoded', async () => {
    const record = await read(id);
    return record.decode_state === 'done' && record;
  });
async function upload(name: string, content: string): Promise<number> {
  const sent = new FormData();
  sent.append('data', JSON.stringify({ client_id: session.client_id, again: true }));
  sent.append('file', new File([content], name));
  const { body } = await ask('POST', '/records', sent);
  await settled(body.id);
  return body.id;
}
/** Ids of the analyses that the record answered by itself. */
const answered = async (id: number): Promise<string[]> => {
  const { body } = await ask('GET', `/records/${id}/results`);
  return body.filter(({ is_current }: Said) => is_current).map(({ analysis }: Said) => analysis);
};
const decode = async (id: number, body: object): Promise<number> => {
  const { status, body: said } = await ask('POST', `/records/${id}/decode`, body);
  expect(status).toBe(201);
  await settled(id);
  return said.step_id;
};
const undo = async (id: number) => {
  expect((await ask('POST', `/records/${id}/steps/undo`)).status).toBe(200);
  await settled(id);
};

test('as another scenario a record answers as that one does, and undone as before', async () => {
  const id = await upload('squat.csv', squatJump);
  const { body: known } = await ask('GET', `/clients/${session.client_id}/scenarios`);
  const idOf = (classname: string) => known.items.find((one: Said) => one.classname === classname).id;
  const becomes = (ids: string[]) =>
    waitUntil(`it to answer ${ids.join()}`, async () => (await answered(id)).join() === ids.join());
  const before = await answered(id);
  const step = await decode(id, { scenario_id: idOf('SJEntraineurScenario') });
  expect(await read(id)).toMatchObject({
    scenario_id: idOf('SJEntraineurScenario'),
    scenario_classname: 'SJEntraineurScenario',
    record_type: 'scenario',
  });
  await becomes(['sj']);
  await decode(id, { scenario_id: idOf('CMJEntraineurScenario') });
  await becomes(['cmj']);
  await undo(id);
  await becomes(['sj']);
  await undo(id);
  await becomes(before);
  expect(await read(id)).toMatchObject({ scenario_id: null, scenario_classname: null, record_type: 'record' });
  const { body: history } = await ask('GET', `/records/${id}/history`);
  expect(history.steps[0]).toMatchObject({
    ...{ id: step, kind: 'decode', on: false },
    arguments: { scenario: { from: { classname: null }, to: { classname: 'SJEntraineurScenario' } } },
  });
  expect(await ask('POST', `/records/${id}/decode`, { scenario_id: 999_999 })).toMatchObject({
    status: 422,
    body: { fields: { scenario_id: 'unknown' } },
  });
});

test('with other data its numbers follow; with another calibration its samples do', async () => {
  const id = await upload('drop.csv', dropJump);
  const { body: known } = await ask('GET', `/clients/${session.client_id}/scenarios`);
  const { id: scenario_id } = known.items.find((one: Said) => one.classname === 'DjScenario');
  const box = async (): Promise<Said | undefined> => {
    const { body } = await ask('GET', `/records/${id}/results`);
    return body.find((one: Said) => one.is_current && one.analysis === 'dj')?.parameters.boxHeight;
  };
  const comesFrom = (height: number | null, source: string) =>
    waitUntil(`a box of ${height} m`, async () => {
      const found = await box();
      return found?.value === height && found.source === source;
    });
  await decode(id, { scenario_id });
  await comesFrom(null, 'default');
  await decode(id, { other_data: { protocol: { box_height_m: 0.3 } } });
  await comesFrom(0.3, 'measured');
  await undo(id);
  await comesFrom(null, 'default');

  const mean = async () => {
    const { body } = await ask('GET', `/records/${id}/data?wanted_x=T&wanted_y=csv.fztot&range=3.5&range=4.5`);
    const [series] = Object.values<Said>(body.data);
    const ys = series.data.map(({ y }: Said) => y);
    return ys.reduce((sum: number, y: number) => sum + y, 0) / ys.length;
  };
  const before = await mean();
  expect(before).toBeCloseTo(weight, 0);
  const offset = { calib_type: 'calib_offset', start: 3.5, end: 4.5 };
  const { status, body } = await ask('POST', `/records/${id}/recalibrate`, offset);
  expect({ status, body }).toMatchObject({ status: 201 });
  await settled(id);
  expect(Math.abs(await mean())).toBeLessThan(1);
  await undo(id);
  expect(await mean()).toBe(before);
});
