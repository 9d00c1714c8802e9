import {
  api,
  type DeviceStatus,
  isRefusal,
  type Refusal,
  refuse,
  type ScenarioRun as ShownRun,
} from '@sillage/contract';
import { findRunnable } from '../../administration/scenarios/index.ts';
import { clientExists, mayReachClient } from '../../administration/tenancy/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Serve, Viewer } from '../../platform/http/index.ts';
import type { Scenarios } from './create-scenarios.ts';
import { readEndedRun } from './keep-runs.ts';
import { trialNow } from './run-trials.ts';
import type { ScenarioRun } from './scenario-run.ts';
import { settleParams } from './settle-params.ts';

interface Dependencies {
  readonly database: Pick<Database, 'db'>;
  readonly scenarios: Scenarios;
  /** The devices that a caller may see or command, of one client or of all of theirs. */
  readonly devicesFor: (viewer: Viewer, clientId?: number) => Promise<readonly DeviceStatus[]>;
}

/** Runs: started, joined, followed, answered, stopped. */
export function scenarioRunRoutes(serve: Serve, dependencies: Dependencies): void {
  const { database, scenarios } = dependencies;
  startRoutes(serve, dependencies);
  serve(api.readScenarioRun, async ({ params, ...viewer }) => {
    const run = await findRun(dependencies, viewer, params.runId);
    if (!isRefusal(run)) return run.shown;
    const ended = await readEndedRun(database.db, params.runId);
    return (ended && (await showRun(dependencies, viewer, ended))) ?? run;
  });
  serve(api.listScenarioRuns, async ({ params: { clientId }, ...viewer }) => {
    if (!mayReachClient(viewer, clientId) || !(await clientExists(database.db, clientId)))
      return refuse('entity.notFound');
    const reach = await reachOf(dependencies, viewer, clientId);
    const items = scenarios.ofClient(clientId).flatMap((run) => cutTo(reach, run) ?? []);
    return { items, total: items.length };
  });
  serve(api.stopScenario, ({ params, ...viewer }) =>
    withRun(dependencies, viewer, params.runId, async (run, reach) => {
      if (!reachesAll(reach, run)) return refuse('permission.denied');
      void run.stop('coach');
      return undefined;
    }),
  );
  serve(api.pushScenarioButton, ({ params, body, ...viewer }) =>
    withRun(dependencies, viewer, params.runId, async (run, reach) => {
      const { device_number: device = null, cancel } = body;
      if (device !== null && !isMemberIn(reach, run, device)) return refuse('entity.notFound');
      if ((device === null || cancel) && !reachesAll(reach, run)) return refuse('permission.denied');
      if (cancel) void run.stop('button');
      else run.happened({ type: 'button', device });
      return undefined;
    }),
  );
  serve(api.leaveScenarioTrial, ({ params, body, ...viewer }) =>
    withRun(dependencies, viewer, params.runId, async (run, reach) => {
      if (!reachesAll(reach, run)) return refuse('permission.denied');
      const isUnderWay = () => trialNow(run.kept)?.id === body.trial;
      if (!isUnderWay()) return refuse('scenario.noTrial');
      run.happened({ type: body.action }, isUnderWay);
      return undefined;
    }),
  );
  serve(api.answerScenarioPrompt, ({ params, body, ...viewer }) =>
    withRun(dependencies, viewer, params.runId, async (run, reach) => {
      const asked = run.kept.prompts.filter(
        ({ id, device }) => id === body.prompt && (device === null || reach.has(device)),
      );
      if (asked.length === 0) return refuse('scenario.noPrompt');
      // A device is shown its own in place of that of all.
      const open = asked.filter(({ device }) => device !== null || reachesAll(reach, run));
      if (open.length === 0) return refuse('permission.denied');
      const isOffered = open.some(
        ({ kind, choices }) => kind !== 'choice' || choices.some(({ value }) => value === body.value),
      );
      if (!isOffered) return refuse('request.invalid', {}, { value: 'unknown' });
      run.happened({ type: 'answer', prompt: body.prompt, value: body.value });
      return undefined;
    }),
  );
}

function startRoutes(serve: Serve, dependencies: Dependencies): void {
  const { database, scenarios } = dependencies;
  serve(api.startScenario, async ({ body, ...viewer }) => {
    const devices = await findFree(dependencies, viewer, body.device_numbers);
    if (isRefusal(devices)) return devices;
    const [first] = devices;
    if (first === undefined) return refuse('entity.notFound');
    const clientId = first.client_id;
    const found = await findRunnable(database.db, viewer, body.scenario_id, clientId);
    if (isRefusal(found)) return found;
    const params = settleParams(found.scenario.params, body.params);
    if (isRefusal(params)) return params;
    const run = await scenarios.begin({ ...found, clientId, params, devices: devices.map(withAthlete) });
    if (isRefusal(run)) return run;
    return (await showRun(dependencies, viewer, run.present())) ?? refuse('entity.notFound');
  });
  serve(api.joinScenario, ({ params, body, ...viewer }) =>
    withRun(dependencies, viewer, params.runId, async (run) => {
      const joining = body.device_numbers.filter((number) => run.member(number) === undefined);
      const devices = joining.length === 0 ? [] : await findFree(dependencies, viewer, joining);
      if (isRefusal(devices)) return devices;
      if (devices.some(({ client_id }) => client_id !== run.about.clientId)) return refuse('entity.notFound');
      return scenarios.join(run, devices.map(withAthlete));
    }),
  );
  serve(api.leaveScenario, ({ params, body, ...viewer }) =>
    withRun(dependencies, viewer, params.runId, async (run, reach) => {
      const numbers = new Set(body.device_numbers);
      for (const number of numbers) if (!isMemberIn(reach, run, number)) return refuse('entity.notFound');
      for (const number of numbers) {
        const member = run.member(number);
        if (member !== undefined) void run.leave(member, 'coach');
      }
      return undefined;
    }),
  );
}

const withAthlete = ({ number, users }: DeviceStatus) => {
  const [first] = users;
  return { number, athlete: first === undefined ? null : `${first.firstname} ${first.lastname}`.trim() };
};

/** Devices that are there and do nothing else, all of one client. */
async function findFree(
  { devicesFor }: Dependencies,
  viewer: Viewer,
  numbers: readonly number[],
): Promise<readonly DeviceStatus[] | Refusal> {
  const all = await devicesFor(viewer);
  const found = [...new Set(numbers)].map((number) => all.find((device) => device.number === number));
  const devices = found.filter((device) => device !== undefined);
  if (devices.length !== found.length || new Set(devices.map(({ client_id }) => client_id)).size > 1)
    return refuse('entity.notFound');
  for (const { number, is_connected, state } of devices) {
    if (!is_connected) return refuse('device.notConnected');
    if (/scenario/.test(state)) return refuse('scenario.deviceTaken', { number: String(number) });
    if (/record/.test(state)) return refuse('device.recording');
    if (state !== 'idle') return refuse('device.busy');
  }
  return devices;
}

/** Numbers of the devices that a caller may command. */
type Reach = ReadonlySet<number>;

async function reachOf({ devicesFor }: Dependencies, viewer: Viewer, clientId: number): Promise<Reach> {
  if (!mayReachClient(viewer, clientId)) return new Set();
  return new Set((await devicesFor(viewer, clientId)).map(({ number }) => number));
}

/** What is of all of a run is done by who may command every device in it: a coach, not an athlete among others. */
const reachesAll = (reach: Reach, run: ScenarioRun): boolean => run.joined().every(({ number }) => reach.has(number));

const isMemberIn = (reach: Reach, run: ScenarioRun, number: number): boolean =>
  reach.has(number) && run.member(number) !== undefined;

/** A run without the devices of others; undefined to who reaches none of it. */
function cutTo(reach: Reach, run: ShownRun): ShownRun | undefined {
  const devices = run.devices.filter(({ number }) => reach.has(number));
  if (devices.length === 0) return undefined;
  const isAll = devices.length === run.devices.length;
  const results = run.results.filter(({ number }) => number == null || reach.has(number));
  // What went wrong may be of any device.
  const waiting = run.waiting.filter(({ number }) => reach.has(number));
  const prompts = run.prompts.filter(({ number }) => number === null || reach.has(number));
  const journal = run.journal.filter(({ kind, number }) =>
    number === null ? isAll || kind !== 'error' : reach.has(number),
  );
  const ofReach = ({ number }: { readonly number: number | null }) => number === null || reach.has(number);
  const trials = run.trials.map((trial) => ({
    ...trial,
    results: trial.results.filter(ofReach),
    refusals: trial.refusals.filter(ofReach),
  }));
  const waits_for = run.waits_for && {
    ...run.waits_for,
    numbers: run.waits_for.numbers.filter((one) => reach.has(one)),
  };
  return { ...run, devices, prompts, results, waiting, journal, trials, waits_for, errors: isAll ? run.errors : [] };
}

async function showRun(dependencies: Dependencies, viewer: Viewer, run: ShownRun): Promise<ShownRun | undefined> {
  return cutTo(await reachOf(dependencies, viewer, run.client_id), run);
}

interface FoundRun {
  readonly run: ScenarioRun;
  readonly reach: Reach;
  readonly shown: ShownRun;
}

async function findRun(dependencies: Dependencies, viewer: Viewer, runId: number): Promise<FoundRun | Refusal> {
  const run = dependencies.scenarios.find(runId);
  if (run === undefined) return refuse('entity.notFound');
  const reach = await reachOf(dependencies, viewer, run.about.clientId);
  const shown = cutTo(reach, run.present());
  return shown === undefined ? refuse('entity.notFound') : { run, reach, shown };
}

/** Does something with a run that goes on; answers it as it is then. */
async function withRun(
  dependencies: Dependencies,
  viewer: Viewer,
  runId: number,
  work: (run: ScenarioRun, reach: Reach) => Promise<Refusal | undefined>,
): Promise<ShownRun | Refusal> {
  const found = await findRun(dependencies, viewer, runId);
  if (isRefusal(found)) {
    const ended = await readEndedRun(dependencies.database.db, runId);
    const isSeen = ended !== undefined && (await showRun(dependencies, viewer, ended)) !== undefined;
    return isSeen ? refuse('scenario.notRunning') : found;
  }
  const { run, reach } = found;
  if (run.isOver) return refuse('scenario.notRunning');
  const refused = await work(run, reach);
  return refused ?? cutTo(await reachOf(dependencies, viewer, run.about.clientId), run.present()) ?? found.shown;
}
