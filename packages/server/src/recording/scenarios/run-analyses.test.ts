import type { ScenarioCommand, ScenarioEvent } from '@sillage/scenario-language';
import { expect, test, vi } from 'vitest';
import { type Fake, fake, fakeProgram, openRun, record } from './make-test-run.ts';
import type { RunOutcome } from './run-devices.ts';
import { RunKept } from './run-state.ts';

const analyse = (id: number, of: string | null = null): ScenarioCommand => ({
  ...{ type: 'analyse', id, analysis: 'cmj', window: [1, 3], of },
});
const found = {
  values: { heightImpulse: { value: 0.31, unit: 'm' }, other: { value: null, unit: '' } },
  refusal: null,
};

/** A run of devices 1 and 2 that make the records 101 and 102, and asks for an analysis by its button. */
function open(
  answer = ({ type }: ScenarioEvent): readonly ScenarioCommand[] | Promise<never> =>
    type === 'start' ? [record] : type === 'button' ? [analyse(1)] : [],
) {
  const all = fake();
  const outcomes: (RunOutcome & { readonly recordIds: readonly number[] })[] = [];
  const state = {
    readable: new Set<number>(),
    records: new Map([
      [1, 101],
      [2, 102],
    ]),
  };
  const records = {
    ...all.records,
    analyse: vi.fn(async () => found),
    isReadable: async (id: number) => state.readable.has(id),
    writeOutcome: async (recordIds: readonly number[], outcome: RunOutcome) =>
      void outcomes.push({ recordIds, ...outcome }),
  };
  const measuringDevice = (number: number) => ({ recordId: state.records.get(number) });
  const recordNow = async (number: number) => {
    const recordId = all.recording.has(number) && !all.away.has(number) ? state.records.get(number) : undefined;
    return recordId === undefined ? undefined : { recordId, recTime: 1 };
  };
  const given: Fake = { ...all, records, devices: { ...all.devices, measuringDevice, recordNow } };
  const { program, heard } = fakeProgram(answer);
  return { all: given, records, outcomes, state, heard, run: openRun(given, program) };
}

/** Asks for an analysis of both devices, of which nothing has signals yet, and ends without the first. */
async function endWithout() {
  const opened = open();
  const { all, run } = opened;
  await vi.waitFor(() => expect(all.recording.size).toBe(2));
  run.happened({ type: 'button', device: null });
  await vi.waitFor(() => expect(run.kept.analyses).toHaveLength(2));
  all.away.add(1);
  const stopped = run.stop('coach');
  await vi.waitFor(() => expect([...all.recording]).toEqual([1]));
  all.time.passedMs = 61_000;
  await stopped;
  return opened;
}

test('what waits for a device at the end is done once its record is there, of the record that was meant, and said', async () => {
  const { all, run, records, outcomes, state } = await endWithout();
  const title = { fr: expect.any(String), en: expect.stringMatching(/jump/i) };
  expect(run.present()).toMatchObject({
    state: 'ended',
    waiting: [{ number: 1, analysis: 'cmj', title, record_id: 101, until: expect.any(String) }, { number: 2 }],
  });
  expect(run.late.isWaiting).toBe(true);
  all.away.delete(1);
  await run.look();
  // It makes another record meanwhile.
  state.records.set(1, 999);
  run.kept.members.find(({ number }) => number === 1)?.recordIds.push(101, 999);
  state.readable.add(101);
  await run.decoded(101);
  expect(records.analyse).toHaveBeenCalledExactlyOnceWith(101, 'cmj', expect.any(Array));
  expect(run.present().results).toEqual([
    { number: 1, name: 'cmj.heightImpulse', title: expect.any(Object), value: 0.31, unit: 'm' },
  ]);
  expect(run.present().waiting.map(({ number }) => number)).toEqual([2]);
  expect(outcomes.at(-1)).toMatchObject({ recordIds: [101], results: [{ value: 0.31 }], errors: [] });
  await vi.waitFor(() => expect(all.written.at(-1)?.kept.analyses).toHaveLength(1));
});

test('what has waited for a week is abandoned, which its run and its record say', async () => {
  const { run, outcomes, all } = await endWithout();
  await run.late.abandon();
  const said = { en: expect.stringContaining('abandoned, its record did not come within 7 days') };
  expect([run.late.isWaiting, run.present().errors.slice(-2)]).toEqual([
    false,
    [said, said].map((one) => expect.objectContaining(one)),
  ]);
  expect(outcomes.slice(-2)).toMatchObject([
    { recordIds: [101], errors: [said] },
    { recordIds: [102], errors: [said] },
  ]);
  expect(all.written.at(-1)?.kept.analyses).toEqual([]);
});

test('while the run goes on, its program hears the answer, and screens say what waits', async () => {
  const { all, run, state, heard } = open();
  await vi.waitFor(() => expect(all.recording.size).toBe(2));
  run.happened({ type: 'button', device: null });
  await vi.waitFor(() => expect(run.presentFor(1).waiting).toMatchObject([{ analysis: 'cmj', record_id: 101 }]));
  run.kept.members.find(({ number }) => number === 1)?.recordIds.push(101);
  state.readable.add(101);
  await run.decoded(101);
  await vi.waitFor(() => expect(heard.at(-1)).toMatchObject({ type: 'analysed', device: 1, recordId: 101, ...found }));
  expect(run.presentFor(1).waiting).toEqual([]);
});

/** Two trials of device 1 are asked for, and answered once their record is there. */
async function answerTwo(opened: ReturnType<typeof open>) {
  const { all, run, state } = opened;
  await vi.waitFor(() => expect(all.recording.size).toBe(2));
  run.happened({ type: 'button', device: null });
  await vi.waitFor(() => expect(run.kept.analyses).toHaveLength(4));
  run.kept.members.find(({ number }) => number === 1)?.recordIds.push(101);
  state.readable.add(101);
  await run.decoded(101);
}
const trials = [analyse(1, 'Essai 1'), analyse(2, 'Essai 2')];
const named = (name: string) => expect.objectContaining({ number: 1, name, value: 0.31 });
const asking = (answered: (event: Extract<ScenarioEvent, { type: 'analysed' }>) => ReturnType<ScenarioProgramAnswer>) =>
  open((event) => {
    if (event.type === 'analysed') return answered(event);
    return event.type === 'start' ? [record] : event.type === 'button' ? trials : [];
  });
type ScenarioProgramAnswer = Parameters<typeof fakeProgram>[0];

test('answers that a program no longer waits for are results of the run, each of its own trial', async () => {
  const opened = asking((answer) => [{ type: 'foundLate', answer }]);
  await answerTwo(opened);
  const { run, outcomes } = opened;
  await vi.waitFor(() =>
    expect(run.present().results).toEqual([named('cmj.heightImpulse (Essai 1)'), named('cmj.heightImpulse (Essai 2)')]),
  );
  expect(run.present().results[1]?.title?.en).toMatch(/ \(Essai 2\)$/);
  // With the rest, once its device leaves.
  expect(outcomes).toEqual([]);
  await run.stop('coach');
  expect(outcomes.find(({ recordIds }) => recordIds.includes(101))?.results).toHaveLength(2);
});

test('answers that a program does not come to before its end are results of the run', async () => {
  const opened = asking(() => new Promise(() => undefined));
  await answerTwo(opened);
  await opened.run.stop('coach');
  const kept = opened.all.written.at(-1)?.kept.results.map(({ name }) => name);
  expect(kept).toContain('cmj.heightImpulse (Essai 2)');
});

test.each(['it', null])(
  'what a program had not heard when the server ended, the next one hands it (kept: %s)',
  async (state) => {
    const opened = asking(() => new Promise(() => undefined));
    await answerTwo(opened);
    await opened.run.close();
    const kept = RunKept.parse(JSON.parse(JSON.stringify(opened.all.written.at(-1)?.kept)));
    expect(kept.results).toEqual([]);
    const { program, heard } = fakeProgram(() => []);
    const next = openRun(fake(), { ...program, keep: () => state }, { isResumed: true, kept });
    await vi.waitFor(() => expect([...heard, ...next.present().results]).toHaveLength(1));
    if (state === null) expect(next.present().results).toEqual([named('cmj.heightImpulse (Essai 2)')]);
    else expect(heard).toEqual([expect.objectContaining({ type: 'analysed', id: 2, of: 'Essai 2', ...found })]);
    expect(next.kept.answers).toEqual([]);
  },
);
