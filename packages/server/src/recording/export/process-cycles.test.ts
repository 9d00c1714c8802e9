import { api } from '@sillage/contract';
import { isProblem, readCsvFile } from '@sillage/formats';
import { afterAll, expect, test } from 'vitest';
import { openTestExports, unzipped } from './open-test-exports.ts';

const { room, manager, uploaded, ask, download } = await openTestExports();
afterAll(() => room.close());

const stroke = (t: number) => 2 + 3 * Math.sin(2 * Math.PI * (t / 0.8 - 0.1));
/** 100 Hz: strokes of 0.8 s with the first 20 s of rest between two efforts, beside a ramp that lacks a second. */
const lines = Array.from({ length: 6000 }, (_, i) => {
  const t = i / 100;
  const isRest = t > 20 && t < 30;
  return `${t};${isRest ? 2 : stroke(t)};${t >= 40 && t < 41 ? '' : t}`;
});
const id = await uploaded('strokes.csv', Buffer.from(`t (s);acc_x (m/s²);ramp\n${lines.join('\n')}\n`));

/** Columns of the CSV by their names. */
async function columnsOf(body: object, sel_id?: number) {
  const { bytes } = await download(id, 'decoded', { body, ...(sel_id !== undefined && { sel_id }) });
  const read = readCsvFile(bytes);
  if (isProblem(read)) throw new Error(read.problem);
  const [module] = read.modules;
  if (module === undefined) throw new Error('no module');
  const named = module.columns.map(({ name }, i) => [name, Array.from(module.values[i] ?? [])] as const);
  return new Map<string, number[]>([['T', [...module.timesSeconds]], ...named]);
}

test('cycle means are one row a cycle, at its start, over time; the rest between two efforts is none', async () => {
  const columns = await columnsOf({ processing: 'cycle_mean' });
  const starts = columns.get('T') ?? [];
  expect(starts.length).toBeGreaterThan(58);
  expect(starts.length).toBeLessThan(63);
  const [accelerations, ramps] = [columns.get('acc_x') ?? [], columns.get('ramp') ?? []];
  let inside = 0;
  for (const [i, start] of starts.entries()) {
    expect(start < 20 || start > 29.5).toBe(true);
    // Beside rest or an end the mean that is crossed is not that of whole cycles.
    if (start < 1 || (start > 17 && start < 33) || start > 57) continue;
    inside++;
    expect(Math.abs(((start / 0.8 - 0.1 + 0.5) % 1) - 0.5), `${start}`).toBeLessThan(0.01);
    expect(accelerations[i]).toBeCloseTo(2, 2);
    if (start < 39 || start > 41) expect(ramps[i]).toBeCloseTo(start + 0.4, 2);
  }
  expect(inside).toBeGreaterThan(40);
});

test('half cycle means are two rows a cycle: what is above the mean, then what is below it', async () => {
  const columns = await columnsOf({ processing: 'half_cycle_mean' });
  const starts = columns.get('T') ?? [];
  const at = starts.findIndex((start) => start > 5 && Math.abs(((start / 0.8 - 0.1 + 0.5) % 1) - 0.5) < 0.1);
  expect((starts[at + 1] ?? 0) - (starts[at] ?? 0)).toBeCloseTo(0.4, 2);
  const means = (columns.get('acc_x') ?? []).slice(at, at + 4);
  for (const [i, mean] of means.entries()) expect(mean).toBeCloseTo(2 + ((i % 2 === 0 ? 1 : -1) * 6) / Math.PI, 2);
});

test('the mean cycle has 101 points with the deviation between cycles, or as many as its rate makes', async () => {
  const body = { t0: 5, t1: 15 };
  const made = await room.call(api.createSelection, manager, { params: { id }, body });
  const { id: sel_id } = api.createSelection.reply.parse(made);
  const columns = await columnsOf({ processing: 'cycle_mean_resampling' }, sel_id);
  const phase = columns.get('cycle_phase') ?? [];
  expect(phase).toHaveLength(101);
  expect([phase[0], phase[25], phase[100]]).toEqual([0, 25, 100]);
  expect(columns.get('T')?.[100]).toBeCloseTo(0.8, 2);
  for (const [i, mean] of (columns.get('acc_x') ?? []).entries()) {
    expect(Math.abs(mean - (2 + 3 * Math.sin((2 * Math.PI * i) / 100)))).toBeLessThan(0.2);
  }
  expect(Math.max(...(columns.get('acc_x_sd') ?? []))).toBeLessThan(0.3);
  // Ten or so cycles 0.8 s apart: the ramp is higher in each of them, by as much at every point.
  const deviations = columns.get('ramp_sd') ?? [];
  expect(deviations[0]).toBeGreaterThan(2);
  expect(deviations[50]).toBeCloseTo(deviations[0] ?? 0, 1);
  const steady = await columnsOf({ processing: 'cycle_mean_resampling', rate: 50 }, sel_id);
  expect(steady.get('T')).toHaveLength(41);
  const halves = await columnsOf({ processing: 'half_cycle_mean_resampling' }, sel_id);
  expect(halves.get('cycle_half')).toEqual([...Array(51).fill(1), ...Array(51).fill(2)]);
  expect(halves.get('cycle_phase')?.[50]).toBe(50);
  expect(halves.get('cycle_phase')?.[51]).toBe(50);
});

test('without a movement that repeats itself there are no cycles, and that is said', async () => {
  const still = await uploaded(
    'still.csv',
    Buffer.from(`t;acc_x\n${lines.map((_, i) => `${i / 100};9.81`).join('\n')}\n`),
  );
  expect(await ask(still, 'decoded', { body: { processing: 'cycle_mean' } })).toBe('export.noCycles');
  expect(await ask(still, 'raw', { body: { processing: 'cycle_mean' } })).not.toBe('export.noCycles');
});

test('of many records each has its own cycles, those of the first also after those of the last were found', async () => {
  const slower = lines.map((_, i) => `${i / 100};${Math.sin((2 * Math.PI * i) / 200)}`);
  const other = await uploaded('slower.csv', Buffer.from(`t;acc_x\n${slower.join('\n')}\n`));
  const body = { processing: 'cycle_mean', ids: [other] };
  const files = Object.entries(await unzipped((await download(id, 'decoded', { body })).bytes));
  const counts = files.map(([, bytes]) => bytes.toString().trim().split('\n').length - 1);
  expect(counts[0]).toBeGreaterThan(58);
  expect(counts[0]).toBeLessThan(63);
  expect(counts[1]).toBeGreaterThan(27);
  expect(counts[1]).toBeLessThan(31);
});

test('a download of means is about as large as was said', async () => {
  const params = { id, fileType: 'decoded' as const };
  for (const processing of ['cycle_mean', 'half_cycle_mean', 'cycle_mean_resampling'] as const) {
    const body = { processing };
    const answer = await room.call(api.estimateRecordFile, manager, { params, query: {}, body });
    const said = api.estimateRecordFile.reply.parse(answer);
    const { bytes } = await download(id, 'decoded', { body });
    expect(said.bytes / bytes.length, processing).toBeGreaterThan(0.7);
    expect(said.bytes / bytes.length, processing).toBeLessThan(1.4);
  }
});
