import { z } from 'zod';
import { Translated } from '../errors.ts';
import { limits } from '../limits.ts';
import { Id, PathId, Quantity, recordOf } from './primitives.ts';
import { JailPart, ScenarioLanguage, ScenarioParamValue, Source } from './scenario.ts';

/** What a run asks or tells people, by id; those who print texts alone read `fr` and `en`. */
export const ScenarioPrompt = z.object({
  fr: z.string(),
  en: z.string(),
  id: z.string(),
  kind: z.enum(['text', 'countdown', 'number', 'choice', 'enter']),
  /** s that are left of a countdown at `elapsed` of the message. */
  remaining: z.number().nullable(),
  value: z.union([z.number(), z.string()]).nullable(),
  unit: z.string().nullable(),
  choices: z.array(z.object({ value: z.string(), text: Translated })),
});
export type ScenarioPrompt = z.infer<typeof ScenarioPrompt>;

export const ScenarioResult = z.object({
  /** null: of the whole run. */
  number: z.int().nullable(),
  name: z.string(),
  /** As people read it, where its program says so; else its name. */
  title: Translated.optional(),
  value: z.union([z.number(), z.string()]).nullable(),
  unit: z.string(),
});
export type ScenarioResult = z.infer<typeof ScenarioResult>;

/** A trial of a run. */
export const RunTrial = z.object({
  /** Counts up in its run: two rounds of trials have the same turns. */
  id: z.int(),
  turn: z.int(),
  /** Of how many. */
  of: z.int(),
  title: Translated,
  state: z.enum(['running', 'over', 'skipped']),
  /** What it found so far, the first one first. */
  results: z.array(ScenarioResult),
  /** Whom an analysis of it refused, and why. */
  refusals: z.array(z.object({ number: z.int(), text: Translated })),
});
export type RunTrial = z.infer<typeof RunTrial>;
/** Whom and what a run waits for. */
export const RunWaiting = z.object({ numbers: z.array(z.int()), button: z.boolean() });
export type RunWaiting = z.infer<typeof RunWaiting>;

/** What happened in a run, as its journal says it. */
export const JournalLine = z.object({
  /** Counts up from 1. */
  line: z.int(),
  /** s of the run's own clock. */
  at: z.number(),
  kind: z.enum([
    ...(['start', 'resumed', 'joined', 'left', 'step', 'button', 'answer', 'record_start', 'record_stop'] as const),
    ...(['result', 'refused', 'error', 'trial', 'redo', 'skip', 'end'] as const),
  ]),
  /** Of which device; null: of the whole run, or of the button of a screen. */
  number: z.int().nullable(),
  /** Title of a step or a result, name of an analysis and why it refused, what went wrong, the verdict. */
  text: Translated.nullable(),
  value: z.union([z.number(), z.string()]).nullable(),
  unit: z.string().nullable(),
});
export type JournalLine = z.infer<typeof JournalLine>;

/** An analysis that a run asked for, and whose device or record is awaited. */
const WaitingAnalysis = z.object({ analysis: z.string(), title: Translated, record_id: Id.nullable() });

/** `device`: the device ended it, or none is left. `crash`: its program failed, or could not go on after a restart. */
export const RunEnd = z.enum(['done', 'failed', 'coach', 'button', 'device', 'time', 'crash']);
export type RunEnd = z.infer<typeof RunEnd>;

/** Which scenario a device runs; all null while it runs none. */
export const ScenarioStatus = z.object({
  number: z.int(),
  run_id: z.int().nullable(),
  joined: z.boolean(),
  /** `starting_scenario`, `scenario`, `recovery_scenario`, `stopping_scenario`; `archived` once, when it is over for the device. */
  state: z.string().nullable(),
  scenario: z.string().nullable(),
  step: z.string().nullable(),
  prompts: z.array(ScenarioPrompt),
  step_title: Translated.nullish(),
  display_name: Translated.nullish(),
  /** s of the run's own clock. */
  elapsed: z.number().nullish(),
  /** Counts up; a screen that sees it for the first time sounds it. */
  beep: z.object({ count: z.int(), tone: z.enum(['short', 'long', 'end']) }).nullish(),
  /** Of this device, and of the whole run. */
  results: z.array(ScenarioResult).optional(),
  errors: z.array(Translated).optional(),
  /** What of the jail of its program the system did not allow. */
  missing: z.array(JailPart).optional(),
  waiting: z.array(WaitingAnalysis).optional(),
  /** Whom and what it waits for; null: nobody and nothing, or that is not known. */
  waits_for: RunWaiting.nullish(),
  /** Counts changes of the journal and of the trials of the run: when it grows, there is more to ask for. */
  revision: z.int().optional(),
  /** Not all of it fits in one message: the run answers the rest. */
  truncated: z.boolean().optional(),
  /** Why it is over, with `archived`. */
  end: RunEnd.nullish(),
  verdict: Translated.nullish(),
});
export type ScenarioStatus = z.infer<typeof ScenarioStatus>;

const Numbers = z.array(z.int()).min(1, { error: 'required' }).max(limits.scenarioDevices, { error: 'tooMany' });
export const ScenarioStart = z.strictObject({
  scenario_id: Id,
  device_numbers: Numbers,
  params: recordOf(z.string().max(60), ScenarioParamValue, limits.scenarioParams).default({}),
});
export type ScenarioStart = z.infer<typeof ScenarioStart>;

export const RunParams = z.object({ runId: PathId });
export const RunDevices = z.strictObject({ device_numbers: Numbers });
export const PushButton = z.strictObject({
  /** Whose button it is; absent or null: that of the screen. */
  device_number: z.int().nullish(),
  /** Ends the run. */
  cancel: z.boolean().default(false),
});
export const LeaveTrial = z.strictObject({
  /** The trial under way begins anew, or is left without a result; for all of its devices. */
  action: z.enum(['redo', 'skip']),
  /** Its id: another one is left alone. */
  trial: z.int(),
});
export type LeaveTrial = z.infer<typeof LeaveTrial>;
const AnswerValue = z.union([Quantity, z.string().max(limits.scenarioTextCharacters)]);
export const PromptAnswer = z.strictObject({ prompt: z.string().max(100), value: AnswerValue });

export const ScenarioRun = z.object({
  run_id: Id,
  client_id: Id,
  scenario_id: Id.nullable(),
  /** Its class. */
  scenario: z.string(),
  display_name: Translated,
  state: z.enum(['starting', 'running', 'stopping', 'ended']),
  end: RunEnd.nullable(),
  verdict: Translated.nullable(),
  params: z.record(z.string(), ScenarioParamValue),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  elapsed: z.number(),
  step: z.string().nullable(),
  step_title: Translated.nullable(),
  /** What it shows now; `number` is null where all of its devices show it. */
  prompts: z.array(ScenarioPrompt.extend({ number: z.int().nullable() })),
  devices: z.array(
    z.object({ number: z.int(), joined: z.boolean(), athlete: z.string().nullable(), record_ids: z.array(Id) }),
  ),
  results: z.array(ScenarioResult),
  errors: z.array(Translated),
  /** The newest lines, in the order in which it happened. */
  journal: z.array(JournalLine),
  /** In the order in which they began; none of a program that says none. */
  trials: z.array(RunTrial),
  waits_for: RunWaiting.nullable(),
  missing: z.array(JailPart),
  waiting: z.array(
    WaitingAnalysis.extend({
      number: z.int(),
      /** When it is abandoned; null while the run goes on. */
      until: z.string().nullable(),
    }),
  ),
});
export type ScenarioRun = z.infer<typeof ScenarioRun>;

/** A source that is tried on a record: nothing is kept, no device is told anything. */
export const DryRunAsked = z.strictObject({
  language: ScenarioLanguage,
  source: Source,
  record_id: Id,
  params: recordOf(z.string().max(60), ScenarioParamValue, limits.scenarioParams).default({}),
  /** s of the record at which the button is pressed. */
  presses: z
    .array(z.number().min(0).max(limits.dryRunSeconds))
    .max(limits.dryRunPresses, { error: 'tooMany' })
    .default([]),
  /**
   * By the question of a dry run, in the order that it asks, the last one again when there are no more. Unless said: of a choice the
   * first, else the least that is taken, or 0.
   */
  answers: recordOf(
    z.string().max(100),
    z.array(AnswerValue).min(1).max(limits.dryRunAnswers),
    limits.dryRunAnswers,
  ).default({}),
});
export type DryRunAsked = z.output<typeof DryRunAsked>;

export const DryRunMoment = z.object({
  /** s of the record. */
  at: z.number(),
  kind: z.enum(['step', 'prompt', 'beep', 'record', 'selection', 'analyse', 'answer', 'result', 'error', 'end']),
  text: Translated.nullable(),
  value: z.union([z.number(), z.string()]).nullable(),
  unit: z.string().nullable(),
});
export type DryRunMoment = z.infer<typeof DryRunMoment>;
/** Where a program stands from a moment on. */
export const DryRunState = z.object({
  /** s of the record. */
  at: z.number(),
  /** Of the source. */
  line: z.int(),
  /** Variables that have another value than before, in their unit. */
  changed: z.array(
    z.object({
      name: z.string(),
      value: z.union([z.number(), z.string(), z.boolean()]).nullable(),
      unit: z.string().nullable(),
    }),
  ),
});
export type DryRunState = z.infer<typeof DryRunState>;
/** What a program asked for. */
export const DryRunQuestion = z.object({
  /** Names it among the answers. */
  prompt: z.string(),
  text: Translated,
  unit: z.string().nullable(),
  choices: z.array(z.object({ value: z.string(), text: Translated })),
  /** That it was given, the last one that it took; null where it took none. */
  answer: z.union([z.number(), z.string()]).nullable(),
});
export type DryRunQuestion = z.infer<typeof DryRunQuestion>;
export const DryRun = z.object({
  /** s of the record that it came to. */
  seconds: z.number(),
  /** null where it did not come to its end. */
  end: z.enum(['done', 'failed']).nullable(),
  verdict: Translated.nullable(),
  /** Why it went no further: the record was over, it was too long or shows too much, or it took too long. */
  stopped: z.enum(['record', 'long', 'slow']).nullable(),
  moments: z.array(DryRunMoment),
  /** Each change of where it stood; none of a program in Python. */
  states: z.array(DryRunState),
  questions: z.array(DryRunQuestion),
  results: z.array(ScenarioResult),
});
export type DryRun = z.infer<typeof DryRun>;
