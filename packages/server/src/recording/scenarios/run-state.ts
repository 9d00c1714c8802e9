import {
  JailPart,
  JournalLine,
  limits,
  RunEnd,
  RunTrial,
  RunWaiting,
  type ScenarioParamValue,
  ScenarioPrompt,
  ScenarioResult,
  type ScenarioStatus,
  type ScenarioRun as ShownRun,
  Translated,
} from '@sillage/contract';
import type { DeviceState } from '@sillage/domain';
import { z } from 'zod';
import { titleOfAnalysis } from './say-analyses.ts';

/** ms for which a device that was away at the end of its run is looked for, and an analysis of its record: no battery lasts longer. */
export const awaitedMs = 7 * 24 * 3600 * 1000;

/** One device of a run. */
const Member = z.object({
  number: z.int(),
  joined: z.boolean(),
  athlete: z.string().nullable(),
  /** The record that it makes in the run, by the device's number; null while it makes none. */
  deviceRecordId: z.number().nullable(),
  /** Whether it may make a record of the run that is still to be stopped: from the start that is sent to the stop that is done. */
  hasToStop: z.boolean().default(false),
  /** Of the server, the last one being made where `deviceRecordId` is not null. */
  recordIds: z.array(z.int()).max(limits.recordsASession),
  /** Those of them that have signals. */
  readableIds: z.array(z.int()).max(limits.recordsASession),
  /** s of the run at T = 0 of its last record; null while that is not known. */
  zeroSeconds: z.number().nullable(),
});
export type Member = z.infer<typeof Member>;

const OpenPrompt = ScenarioPrompt.omit({ remaining: true }).extend({
  /** null: of all devices. */
  device: z.int().nullable(),
  untilSeconds: z.number().nullable(),
});
export type OpenPrompt = z.infer<typeof OpenPrompt>;

const WaitingAnalysis = z.object({
  /** Of what was asked, and of what people know its window by. */
  id: z.int().default(0),
  of: z.string().nullable().default(null),
  device: z.int(),
  analysis: z.string(),
  /** s of the run; null: all of the record. */
  window: z.tuple([z.number(), z.number()]).nullable(),
  /** Of the server; null until the device makes one. */
  recordId: z.int().nullable().default(null),
  /** s of the run at T = 0 of that record. */
  zeroSeconds: z.number().nullable().default(null),
});
export type WaitingAnalysis = z.infer<typeof WaitingAnalysis>;

/** What an analysis found, which the program has not heard. */
const UnheardAnswer = z.object({
  ...{ id: z.int(), of: z.string().nullable(), device: z.int(), recordId: z.int(), analysis: z.string() },
  values: z.record(z.string(), z.object({ value: z.number().nullable(), unit: z.string() })),
  refusal: Translated.nullable(),
});
export type UnheardAnswer = z.infer<typeof UnheardAnswer>;

/** What a run has done and shows, as far as a restart has to know it. */
export const RunKept = z.object({
  members: z.array(Member).max(limits.scenarioDevices * 4),
  step: z.object({ id: z.string(), title: Translated }).nullable(),
  prompts: z.array(OpenPrompt).max(limits.scenarioPrompts),
  beep: z.object({ count: z.int(), tone: z.enum(['short', 'long', 'end']) }).nullable(),
  results: z.array(ScenarioResult).max(limits.scenarioResults),
  errors: z.array(Translated).max(limits.scenarioResults),
  analyses: z.array(WaitingAnalysis).max(limits.scenarioResults),
  /** Of when the server ended: its program hears them from the next one. */
  answers: z.array(UnheardAnswer).max(limits.scenarioResults).default([]),
  /** Whether the program wants records to be made now. */
  records: z.boolean(),
  journal: z.array(JournalLine).max(limits.scenarioJournal).default([]),
  trials: z.array(RunTrial).max(limits.scenarioTrials).default([]),
  /** Counts changes of them, also of one. */
  trialChanges: z.int().default(0),
  /** Analyses that were asked for in a trial; those of one that was redone or skipped are dropped. */
  asked: z
    .array(z.object({ id: z.int(), trial: z.int(), isDropped: z.boolean() }))
    .max(limits.scenarioResults)
    .default([]),
  waitsFor: RunWaiting.nullable().default(null),
  end: RunEnd.nullable(),
  verdict: Translated.nullable(),
  /** What of the jail of its program the system did not allow. */
  missing: z.array(JailPart).default([]),
});
export type RunKept = z.infer<typeof RunKept>;

/** What stays the same of a run. */
export interface RunAbout {
  readonly id: number;
  readonly clientId: number;
  readonly scenarioId: number | null;
  readonly classname: string;
  readonly displayName: Translated;
  readonly params: Readonly<Record<string, ScenarioParamValue>>;
  readonly startedAt: Date;
}

export type RunState = ShownRun['state'];

export function newMember(number: number, athlete: string | null): Member {
  return {
    ...{ number, athlete, joined: true, deviceRecordId: null, hasToStop: false, zeroSeconds: null },
    recordIds: [],
    readableIds: [],
  };
}

export const nothingDone = (members: Member[]): RunKept => ({
  members,
  ...{ step: null, prompts: [], beep: null, results: [], errors: [], analyses: [], answers: [] },
  ...{
    records: false,
    journal: [],
    trials: [],
    trialChanges: 0,
    asked: [],
    waitsFor: null,
    end: null,
    verdict: null,
    missing: [],
  },
});

/** What a device that follows no scenario shows. */
export const noScenario = (number: number): ScenarioStatus => ({
  ...{ number, run_id: null, joined: false, state: null, scenario: null, step: null, prompts: [] },
});

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000;

export function presentStatus(
  about: RunAbout,
  kept: RunKept,
  number: number,
  { state, seconds }: { readonly state: DeviceState | 'archived'; readonly seconds: number },
): ScenarioStatus {
  const isOver = state === 'archived';
  const own = <T extends { readonly device?: number | null; readonly number?: number | null }>(one: T) =>
    (one.device ?? one.number ?? number) === number;
  return {
    ...{ number, run_id: about.id, joined: !isOver, state, scenario: about.classname },
    step: isOver ? null : (kept.step?.id ?? null),
    prompts: isOver ? [] : promptsOf(kept, number).map((prompt) => presentPrompt(prompt, seconds)),
    step_title: isOver ? null : (kept.step?.title ?? null),
    display_name: about.displayName,
    elapsed: rounded(seconds),
    beep: kept.beep,
    results: kept.results.filter(own),
    errors: kept.errors.slice(-shownErrors),
    end: kept.end,
    verdict: kept.verdict,
    missing: kept.missing,
    waits_for: isOver ? null : kept.waitsFor,
    revision: (kept.journal.at(-1)?.line ?? 0) + kept.trialChanges,
    waiting: kept.analyses
      .filter(own)
      .map(({ analysis, recordId }) => ({ analysis, title: titleOfAnalysis(analysis), record_id: recordId })),
  };
}

/** What a device shows: its own prompt in place of that of all with the same name. */
function promptsOf({ prompts }: RunKept, number: number): OpenPrompt[] {
  const own = prompts.filter(({ device }) => device === number);
  return prompts.filter(
    ({ id, device }) => device === number || (device === null && !own.some((one) => one.id === id)),
  );
}

function presentPrompt({ device: _, untilSeconds, ...prompt }: OpenPrompt, seconds: number): ScenarioPrompt {
  return { ...prompt, remaining: untilSeconds === null ? null : Math.max(0, rounded(untilSeconds - seconds)) };
}

/** The last ones, which a screen has room for. */
const shownErrors = 5;

export function presentRun(
  about: RunAbout,
  kept: RunKept,
  { state, seconds, endedAt }: { readonly state: RunState; readonly seconds: number; readonly endedAt: Date | null },
): ShownRun {
  return {
    run_id: about.id,
    client_id: about.clientId,
    scenario_id: about.scenarioId,
    scenario: about.classname,
    display_name: about.displayName,
    ...{ state, end: kept.end, verdict: kept.verdict, params: { ...about.params } },
    started_at: about.startedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    elapsed: rounded(seconds),
    ...{ step: kept.step?.id ?? null, step_title: kept.step?.title ?? null },
    prompts: kept.prompts.map((prompt) => ({ ...presentPrompt(prompt, seconds), number: prompt.device })),
    devices: kept.members.map(({ number, joined, athlete, recordIds }) => ({
      ...{ number, joined, athlete, record_ids: recordIds },
    })),
    results: kept.results,
    errors: kept.errors,
    ...{ journal: kept.journal, trials: kept.trials, waits_for: kept.waitsFor },
    missing: kept.missing,
    waiting: kept.analyses.map(({ device, analysis, recordId }) => ({
      ...{ number: device, analysis, title: titleOfAnalysis(analysis), record_id: recordId },
      until: endedAt === null ? null : new Date(endedAt.getTime() + awaitedMs).toISOString(),
    })),
  };
}
