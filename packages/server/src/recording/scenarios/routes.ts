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
    if (!isRefusal(run)) return run.present();
    const ended = await readEndedRun(database.db, params.runId);
    return ended !== undefined && (await seesRun(dependencies, viewer, ended)) ? ended : run;
  });
  serve(api.listScenarioRuns, async ({ params: { clientId }, ...viewer }) => {
    if (!mayReachClient(viewer, clientId) || !(await clientExists(database.db, clientId)))
      return refuse('entity.notFound');
    const all = scenarios.ofClient(clientId);
    const seen = await Promise.all(all.map((run) => seesRun(dependencies, viewer, run)));
    const items = all.filter((_, i) => seen[i]);
    return { items, total: items.length };
  });
  serve(api.stopScenario, ({ params, ...viewer }) =>
    withRun(dependencies, viewer, params.runId, async (run) => {
      void run.stop('coach');
      return undefined;
    }),
  );
  serve(api.pushScenarioButton, ({ params, body, ...viewer }) =>
    withRun(dependencies, viewer, params.runId, async (run) => {
      const { device_number: device = null, cancel } = body;
      if (device !== null && run.member(device) === undefined) return refuse('entity.notFound');
      if (cancel) void run.stop('button');
      else run.happened({ type: 'button', device });
      return undefined;
    }),
  );
  serve(api.answerScenarioPrompt, ({ params, body, ...viewer }) =>
    withRun(dependencies, viewer, params.runId, async (run) => {
      const prompt = run.kept.prompts.find(({ id }) => id === body.prompt);
      if (prompt === undefined) return refuse('scenario.noPrompt');
      const isOffered = prompt.kind !== 'choice' || prompt.choices.some(({ value }) => value === body.value);
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
    return isRefusal(run) ? run : run.present();
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
    withRun(dependencies, viewer, params.runId, async (run) => {
      const members = body.device_numbers.map((number) => run.member(number));
      const those = members.filter((member) => member !== undefined);
      if (those.length !== members.length) return refuse('entity.notFound');
      for (const member of those) void run.leave(member, 'coach');
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

/** A run is seen by who sees one of its devices. */
async function seesRun(
  { devicesFor }: Dependencies,
  viewer: Viewer,
  { client_id, devices }: Pick<ShownRun, 'client_id' | 'devices'>,
): Promise<boolean> {
  if (!mayReachClient(viewer, client_id)) return false;
  const seen = new Set((await devicesFor(viewer, client_id)).map(({ number }) => number));
  return devices.some(({ number }) => seen.has(number));
}

async function findRun(dependencies: Dependencies, viewer: Viewer, runId: number): Promise<ScenarioRun | Refusal> {
  const run = dependencies.scenarios.find(runId);
  return run !== undefined && (await seesRun(dependencies, viewer, run.present())) ? run : refuse('entity.notFound');
}

/** Does something with a run that goes on; answers it as it is then. */
async function withRun(
  dependencies: Dependencies,
  viewer: Viewer,
  runId: number,
  work: (run: ScenarioRun) => Promise<Refusal | undefined>,
): Promise<ShownRun | Refusal> {
  const run = await findRun(dependencies, viewer, runId);
  if (isRefusal(run)) {
    const ended = await readEndedRun(dependencies.database.db, runId);
    return ended !== undefined && (await seesRun(dependencies, viewer, ended)) ? refuse('scenario.notRunning') : run;
  }
  if (run.isOver) return refuse('scenario.notRunning');
  const refused = await work(run);
  return isRefusal(refused) ? refused : run.present();
}
