import type { ScenarioStatus } from '@sillage/contract';
import { expect, test, vi } from 'vitest';
import { fake, fakeProgram, openRun, record, words } from './make-test-run.ts';

/** A run of which every telling is kept, with its moment. */
function watched() {
  const all = fake();
  const told: { readonly status: ScenarioStatus; readonly atMs: number }[] = [];
  const realtime = {
    emit: (_: string, __: number, status: object) =>
      void told.push({ status: status as ScenarioStatus, atMs: performance.now() }),
  };
  return { all: { ...all, realtime }, told };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a run that changes every few ms is told each 50 ms at most, its last state and its end as well', async () => {
  const { all, told } = watched();
  let step = 0;
  const { program } = fakeProgram(({ type }) =>
    type === 'start' ? [record] : [{ type: 'step', id: String(++step), title: words(String(step)) }],
  );
  const run = openRun(all, program);
  for (let i = 0; i < 100; i++) {
    run.happened({ type: 'button', device: null });
    await pause(4);
  }
  await vi.waitFor(() => expect(told.at(-1)?.status.step).toBe('100'));
  await run.stop('coach');
  const ofOne = told.filter(({ status }) => status.number === 1);
  const gaps = ofOne.slice(1).map(({ atMs }, i) => atMs - (ofOne[i]?.atMs ?? 0));
  // A timer may be early by a ms.
  expect(Math.min(...gaps)).toBeGreaterThan(48.5);
  expect(ofOne.length).toBeGreaterThan(5);
  expect(ofOne.at(-1)?.status.state).toBe('archived');
});

test('a message holds 64 kB: the results that came last are in it, it says so, and the run has all', async () => {
  const { all, told } = watched();
  const results = Array.from({ length: 190 }, (_, i) => ({
    ...({ type: 'result', device: null, name: `${'é'.repeat(390)}${i}`, unit: 'N' } as const),
    value: 'x'.repeat(400),
  }));
  const run = openRun(all, fakeProgram(({ type }) => (type === 'start' ? results : [])).program);
  await vi.waitFor(() => expect(told.at(-1)?.status.truncated).toBe(true));
  const last = told.at(-1)?.status;
  expect(Buffer.byteLength(JSON.stringify(last))).toBeLessThanOrEqual(65_536);
  expect(last?.results?.length).toBeGreaterThan(40);
  expect(last?.results?.at(-1)?.name).toMatch(/189$/);
  expect(run.present().results).toHaveLength(190);
});

test('analyses that wait are within the 64 kB', () => {
  const { all } = watched();
  const { program } = fakeProgram(({ type }) => (type === 'start' ? [record] : []));
  const run = openRun(all, program);
  const of = 'x'.repeat(400);
  for (let id = 0; id < 400; id++) {
    const analysis = `${'a'.repeat(300)}${id}`;
    run.kept.analyses.push({ id, of, device: 1, analysis, window: null, recordId: null, zeroSeconds: null });
  }
  const status = run.presentFor(1);
  expect(Buffer.byteLength(JSON.stringify(status))).toBeLessThanOrEqual(65_536);
  expect([status.truncated, status.waiting?.at(-1)?.analysis.endsWith('399')]).toEqual([true, true]);
  expect(run.present().waiting).toHaveLength(400);
});

test('prompts that no message holds are left out last', async () => {
  const { all, told } = watched();
  const choices = Array.from({ length: 50 }, (_, i) => ({
    value: `${i}${'x'.repeat(390)}`,
    text: words('y'.repeat(400)),
  }));
  const prompts = ['a', 'b', 'c'].map((id) => ({
    ...({ type: 'prompt', id, device: null, kind: 'choice', text: words(id) } as const),
    choices: choices.slice(0, 20),
  }));
  openRun(all, fakeProgram(({ type }) => (type === 'start' ? prompts : [])).program);
  await vi.waitFor(() => expect(told.at(-1)?.status.truncated).toBe(true));
  expect(told.at(-1)?.status.prompts.map(({ id }) => id)).toEqual(['a', 'b']);
});

test('of more results than a run keeps it says so, once', async () => {
  const { all } = watched();
  let sent = 0;
  const { program } = fakeProgram(({ type }) =>
    type === 'button'
      ? Array.from(
          { length: 99 },
          () => ({ type: 'result', device: null, name: `r${sent++}`, value: 1, unit: '' }) as const,
        )
      : [],
  );
  const run = openRun(all, program);
  for (let i = 0; i < 6; i++) {
    all.time.passedMs += 1100;
    run.happened({ type: 'button', device: null });
    await vi.waitFor(() => expect(sent).toBe((i + 1) * 99));
  }
  await vi.waitFor(() =>
    expect(run.present().errors).toMatchObject([{ en: expect.stringContaining('more than 500') }]),
  );
  expect(run.present().results).toHaveLength(500);
});
