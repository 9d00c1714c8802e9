import {
  isRefusal,
  limits,
  type Refusal,
  refuse,
  type ScenarioLanguage,
  type ScenarioParamValue,
  type ScenarioRun as ShownRun,
} from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Realtime } from '../../platform/socket/index.ts';
import type { Life } from '../life/index.ts';
import { closeUnreadable, insertRun, type RunToResume, readOpenRuns, writeRun } from './keep-runs.ts';
import type { RunDevices, RunProgram, RunRecords } from './run-devices.ts';
import type { RunDependencies } from './run-given.ts';
import { awaitedMs, newMember, noScenario, nothingDone } from './run-state.ts';
import { ScenarioRun } from './scenario-run.ts';

/** ms between two `time` events: 20 a second. */
const tickMs = 50;
/** Ticks between two looks whether devices ended their records by themselves. */
const looksEvery = 20;

/** Makes a program of a source, or of what one kept; undefined where it cannot, refused where the server wants more than there is. */
export type MakeProgram = (
  of: { readonly language: ScenarioLanguage; readonly source: string; readonly isReplay?: boolean },
  kept: string | undefined,
) => Promise<RunProgram | Refusal | undefined>;

/** Hears the indicators of a device as they are computed; answers how to stop. */
export type FollowIndicators = (
  number: number,
  heard: (values: Readonly<Record<string, { readonly value: number | null; readonly unit: string }>>) => void,
) => () => void;

interface Dependencies {
  readonly database: Pick<Database, 'db'>;
  readonly devices: RunDevices;
  readonly records: RunRecords;
  readonly realtime: Pick<Realtime, 'emit' | 'onEnter'>;
  readonly life: Pick<Life, 'onChanged'>;
  readonly followIndicators: FollowIndicators;
  readonly makeProgram: MakeProgram;
  readonly clock: Clock;
  readonly log: Log;
}

export interface StartGiven {
  readonly clientId: number;
  readonly scenario: {
    readonly id: number;
    readonly classname: string;
    readonly display_name: { readonly fr: string; readonly en: string };
  };
  readonly language: ScenarioLanguage;
  readonly source: string;
  readonly params: Readonly<Record<string, ScenarioParamValue>>;
  readonly devices: readonly { readonly number: number; readonly athlete: string | null }[];
}

export interface Scenarios {
  /** Goes on with what was under way, before devices are heard. */
  load(): Promise<void>;
  /** Devices are heard from now on. */
  start(): void;
  stop(): Promise<void>;
  /** In which scenario a device makes a record now. */
  scenarioOf(number: number): { readonly scenarioId: number | null; readonly classname: string } | undefined;
  begin(given: StartGiven): Promise<ScenarioRun | Refusal>;
  join(run: ScenarioRun, devices: StartGiven['devices']): Refusal | undefined;
  find(runId: number): ScenarioRun | undefined;
  ofClient(clientId: number): ShownRun[];
}

/** Runs of scenarios: several at once, each device in one at most. */
export function createScenarios(dependencies: Dependencies): Scenarios {
  const { database, devices, realtime, life, clock } = dependencies;
  const log = dependencies.log.child({ room: 'scenarios' });
  const runs = new Map<number, ScenarioRun>();
  /** Starts under way: their devices are taken. */
  const beginning = new Set<StartGiven>();
  /** Runs that have ended, of which devices are still to be told so, or analyses wait for their records. */
  const overdue = new Set<ScenarioRun>();
  const hearing = new Map<number, () => void>();
  let timer: NodeJS.Timeout | undefined;
  let ticks = 0;

  const runOf = (number: number) => [...runs.values()].find((run) => run.member(number) !== undefined);
  const ofRun: RunDependencies = {
    ...{ devices, records: dependencies.records, realtime, clock, log },
    write: (id, now) => writeRun(database.db, id, now),
    ended(runId) {
      const run = runs.get(runId);
      runs.delete(runId);
      if (run && (run.hasToStop || run.late.isWaiting)) overdue.add(run);
      hearThem();
    },
  };

  /** Listens to the devices of runs, and to no others. */
  function hearThem(): void {
    const wanted = new Set([...runs.values()].flatMap((run) => run.joined().map(({ number }) => number)));
    for (const [number, leave] of hearing) {
      if (wanted.has(number)) continue;
      leave();
      hearing.delete(number);
    }
    for (const number of wanted) if (!hearing.has(number)) hearing.set(number, hear(number));
  }

  function hear(number: number): () => void {
    const leaveTap = devices.tap.listen(number, (block) => {
      const run = runOf(number);
      const member = run?.member(number);
      if (run === undefined || member === undefined) return;
      run.recovered(number);
      run.heard(member, block);
    });
    const leaveIndicators = dependencies.followIndicators(number, (values) => {
      for (const [name, { value, unit }] of Object.entries(values)) {
        runOf(number)?.happened({ type: 'indicator', device: number, name, value, unit });
      }
    });
    return () => {
      leaveTap();
      leaveIndicators();
    };
  }

  function tick(): void {
    ticks++;
    for (const run of runs.values()) run.happened({ type: 'time' });
    if (ticks % looksEvery !== 0) return;
    for (const run of [...runs.values(), ...overdue]) {
      run.look().catch((error: unknown) => log.warn({ error: String(error) }, 'a scenario was not looked at'));
    }
    for (const run of overdue) {
      if ((run.hasToStop || run.late.isWaiting) && !run.endedBefore(awaitedSince())) continue;
      void run.late.abandon();
      overdue.delete(run);
    }
  }
  const awaitedSince = () => new Date(clock.nowMs() - awaitedMs);

  async function resume(open: RunToResume): Promise<void> {
    const { about, kept, language, source, program: keptProgram, elapsedSeconds, endedAt } = open;
    if (endedAt !== null) {
      overdue.add(
        new ScenarioRun(ofRun, { about, kept, elapsedSeconds, endedAt, isResumed: true, program: noProgram }),
      );
      return;
    }
    const isEnding = open.state === 'stopping' || open.kept.end !== null;
    const from = { language, source };
    const made =
      keptProgram === null || isEnding
        ? undefined
        : await dependencies.makeProgram(from, keptProgram).catch(() => undefined);
    const program = made === undefined || isRefusal(made) ? undefined : made;
    const given = { about, kept, elapsedSeconds, isResumed: true };
    const run = new ScenarioRun(ofRun, { ...given, program: program ?? noProgram });
    runs.set(about.id, run);
    if (program === undefined) lost.push(run);
  }
  /** Runs whose programs could not go on: they end as soon as devices are heard. */
  const lost: ScenarioRun[] = [];

  async function open(given: StartGiven): Promise<ScenarioRun | Refusal> {
    const kept = nothingDone(given.devices.map(({ number, athlete }) => newMember(number, athlete)));
    const { clientId, scenario, language, source, params } = given;
    const about = {
      ...{ clientId, params, startedAt: new Date(clock.nowMs()) },
      ...{ scenarioId: scenario.id, classname: scenario.classname, displayName: scenario.display_name },
    };
    const id = await insertRun(database.db, { ...about, language, source }, kept);
    const program = await dependencies
      .makeProgram({ language, source }, undefined)
      .catch((error: unknown) => log.error({ run: id, error: String(error) }, 'a scenario did not start'));
    if (!program || isRefusal(program)) {
      await closeUnreadable(database.db, id, new Date(clock.nowMs()));
      return program || refuse('scenario.notStarted');
    }
    kept.missing = [...(program.missing ?? [])];
    const run = new ScenarioRun(ofRun, { about: { ...about, id }, kept, program, elapsedSeconds: 0, isResumed: false });
    runs.set(id, run);
    hearThem();
    run.begin();
    return run;
  }

  life.onChanged(({ recordIds, reason }) => {
    if (reason === 'deleted') {
      for (const run of [...runs.values(), ...overdue]) {
        run.late
          .recordsGone(recordIds)
          .catch((error: unknown) => log.error({ error: String(error) }, 'a record of a scenario was not told'));
      }
    }
    if (reason !== 'decoded') return;
    for (const run of [...runs.values(), ...overdue]) {
      for (const id of recordIds) {
        run
          .decoded(id)
          .catch((error: unknown) => log.error({ error: String(error) }, 'a record of a scenario was not told'));
      }
    }
  });
  realtime.onEnter('scenarioStatus', async (number) => {
    if (devices.deviceStatus(number) === undefined) return undefined;
    return runOf(number)?.presentFor(number) ?? noScenario(number);
  });

  return {
    async load() {
      for (const open of await readOpenRuns(database.db, awaitedSince())) {
        if ('unreadableId' in open) await closeUnreadable(database.db, open.unreadableId, new Date(clock.nowMs()));
        else await resume(open);
      }
    },
    start() {
      timer = setInterval(tick, tickMs);
      for (const run of runs.values()) run.begin();
      hearThem();
      for (const run of [...runs.values(), ...overdue]) {
        run
          .recheck()
          .catch((error: unknown) => log.error({ error: String(error) }, 'a record of a scenario was not told'));
      }
      for (const run of lost.splice(0)) {
        run
          .stop(run.kept.end ?? 'crash')
          .catch((error: unknown) => log.error({ error: String(error) }, 'a scenario did not end'));
      }
    },
    async stop() {
      clearInterval(timer);
      for (const leave of hearing.values()) leave();
      hearing.clear();
      await Promise.allSettled([...runs.values(), ...overdue].map((run) => run.close()));
    },
    scenarioOf(number) {
      const run = runOf(number);
      return run && { scenarioId: run.about.scenarioId, classname: run.about.classname };
    },
    async begin(given) {
      const taken = refuseTaken(given.devices);
      if (taken !== undefined) return taken;
      if (runs.size + beginning.size >= limits.scenarioRuns)
        return refuse('scenario.tooMany', { maximum: limits.scenarioRuns });
      beginning.add(given);
      try {
        return await open(given);
      } finally {
        beginning.delete(given);
      }
    },
    join(run, joining) {
      if (run.isOver) return refuse('scenario.notRunning');
      if (run.joined().length + joining.length > limits.scenarioDevices)
        return refuse('scenario.tooMany', { maximum: limits.scenarioDevices });
      const taken = refuseTaken(joining, run);
      if (taken !== undefined) return taken;
      for (const { number, athlete } of joining) run.join(number, athlete);
      hearThem();
      return undefined;
    },
    find: (runId) => runs.get(runId),
    ofClient: (clientId) =>
      [...runs.values(), ...[...overdue].filter((run) => run.late.isWaiting)]
        .filter((run) => run.about.clientId === clientId)
        .map((run) => run.present()),
  };

  function refuseTaken(those: StartGiven['devices'], except?: ScenarioRun): Refusal | undefined {
    const reserved = new Set([...beginning].flatMap(({ devices: begun }) => begun.map(({ number }) => number)));
    const taken = those.find(({ number }) => {
      const run = runOf(number);
      return reserved.has(number) || (run !== undefined && run !== except);
    });
    return taken && refuse('scenario.deviceTaken', { number: String(taken.number) });
  }
}

/** Of a run that only has to end. */
const noProgram: RunProgram = {
  handle: async () => [],
  keep: () => null,
  close: async () => undefined,
};
