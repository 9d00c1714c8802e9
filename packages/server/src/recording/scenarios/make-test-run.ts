import { type DeviceStatus, refuse } from '@sillage/contract';
import type { ScenarioCommand, ScenarioEvent, ScenarioProgram } from '@sillage/scenario-language';
import { onTestFinished, vi } from 'vitest';
import type { RunNow } from './keep-runs.ts';
import type { RunDevices, RunProgram, RunRecords } from './run-devices.ts';
import type { RunDependencies } from './run-given.ts';
import { newMember, nothingDone } from './run-state.ts';
import { ScenarioRun } from './scenario-run.ts';

export const words = (text: string) => ({ fr: text, en: text });

/** A program that answers as it is told, and keeps what it heard. */
export function fakeProgram(answer: (event: ScenarioEvent) => readonly ScenarioCommand[] | Promise<never>) {
  const heard: ScenarioEvent[] = [];
  const program: ScenarioProgram = {
    async handle(event) {
      heard.push(event);
      return answer(event);
    },
    keep: () => JSON.stringify(heard.length),
    close: vi.fn(async () => undefined),
  };
  return { program, heard };
}

export interface Fake extends RunDependencies {
  readonly commands: string[];
  readonly states: string[];
  readonly told: { readonly number: number; readonly state: string | null }[];
  readonly written: RunNow[];
  readonly recording: Set<number>;
  readonly away: Set<number>;
  /** They are there, and answer nothing. */
  readonly refusing: Set<number>;
  readonly time: { passedMs: number };
}

/** Devices, records and the rest as a run meets them. */
export function fake(): Fake {
  const commands: string[] = [];
  const states: string[] = [];
  const recording = new Set<number>();
  const away = new Set<number>();
  const refusing = new Set<number>();
  const time = { passedMs: 0 };
  const told: Fake['told'] = [];
  const written: RunNow[] = [];
  const devices: RunDevices = {
    tap: { listen: () => () => undefined, startOf: () => undefined },
    async command(number, method) {
      if (away.has(number)) return refuse('device.notConnected');
      commands.push(`${number} ${method}`);
      if (refusing.has(number)) return refuse('device.timeout');
      if (method.endsWith('start')) recording.add(number);
      if (method.endsWith('stop')) recording.delete(number);
      return {};
    },
    // Only these two fields are read of it.
    deviceStatus: (number) =>
      ({
        is_connected: !away.has(number),
        deviceRecId: recording.has(number) && !away.has(number) ? 7 : null,
      }) as DeviceStatus,
    recordNow: async (number) =>
      recording.has(number) && !away.has(number) ? { recordId: 100 + number, recTime: 1 } : undefined,
    measuringDevice: () => undefined,
    showScenario: (number, state) => void states.push(`${number} ${state ?? '-'}`),
  };
  const nothing = { values: {}, refusal: null };
  const records: RunRecords = {
    select: async () => undefined,
    analyse: async () => nothing,
    analyseLive: async () => nothing,
    writeOutcome: async () => undefined,
    isReadable: async () => true,
  };
  return {
    ...{ devices, records, commands, states, told, written, recording, away, refusing, time },
    realtime: {
      emit: (_, number, status) => void told.push({ number, state: 'state' in status ? (status.state ?? null) : null }),
    },
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() + time.passedMs },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as RunDependencies['log'],
    write: async (_, now) => void written.push(now),
    ended: vi.fn(),
  };
}

const ofTwo = () => nothingDone([1, 2].map((number) => newMember(number, null)));

/** A run that has begun; closed with the test. */
export function openRun(
  dependencies: Fake,
  program: RunProgram,
  { isResumed = false, kept = ofTwo() } = {},
): ScenarioRun {
  const about = {
    id: 5,
    clientId: 1,
    scenarioId: 3,
    classname: 'A',
    displayName: words('A'),
    params: {},
    startedAt: new Date(),
  };
  const run = new ScenarioRun(dependencies, { about, kept, program, elapsedSeconds: 0, isResumed });
  onTestFinished(() => run.close());
  run.begin();
  return run;
}

export const record: ScenarioCommand = { type: 'record', action: 'start' };
