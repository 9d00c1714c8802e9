import { z } from 'zod';
import { Translated } from '../errors.ts';
import { limits } from '../limits.ts';
import { AnalysisDescription, AnalysisOutcome, HeldParameters, LoadedTrial } from './analysis.ts';
import { Id, PathId, recordOf, Seconds } from './primitives.ts';

const Word = z.string().min(1).max(60);

/** A trial that counts for nothing: why, by whom, since when. */
export const ResultExcluded = z.object({ reason: z.string(), user_name: z.string(), date: z.iso.datetime() });
export type ResultExcluded = z.infer<typeof ResultExcluded>;

/** What an analysis found of a stretch of a record, or why it was refused, with all that it was made of. */
export const KeptResult = AnalysisOutcome.extend({
  id: Id,
  record_id: Id,
  /** The whole record, also when it becomes shorter or longer. */
  is_whole: z.boolean(),
  preset: z.string().nullable(),
  /** Trials that it was asked with, as far as the caller sees them, in times of the records now; null: those that records say. */
  asked_trials: z.array(LoadedTrial).nullable().default(null),
  /** Trials of records that the caller does not see, or that are gone: they are not among `trials`. */
  unseen_trials: z.int().default(0),
  /** Of the samples that it was computed of, hexadecimal; null where they were refused unread. */
  sha256: z.string().nullable(),
  /** What holds; others of the same analysis and stretch are former ones. */
  is_current: z.boolean(),
  /** Who had it computed; null: it was computed when the record became readable. */
  user_name: z.string().nullable(),
  date: z.iso.datetime(),
  excluded: ResultExcluded.nullable(),
});
export type KeptResult = z.infer<typeof KeptResult>;

/** A trial as it is kept: ids are those of one server, of what is older than uids. */
const KeptTrial = z.strictObject({ ...LoadedTrial.shape, record_uid: z.uuid().optional() });
export type KeptTrial = z.infer<typeof KeptTrial>;

/** Of a kept result: what it was asked with. Times are of the original, so that a crop moves none of them. */
export const ResultAsked = z.strictObject({
  t0: Seconds.optional(),
  t1: Seconds.optional(),
  preset: Word.optional(),
  inputs: recordOf(Word, z.string().max(200), limits.analysisInputs),
  parameters: recordOf(Word, z.union([z.number(), z.string().max(60)]), limits.analysisInputs),
  /** Each in times of the original of its own record. */
  trials: z.array(KeptTrial).optional(),
  /** Fingerprint of the trials that it was computed from, their loads and rules; others since then compute it anew. */
  basis: z.string().max(64).optional(),
  /** What held when it was computed; other rules since then compute it anew. */
  held: HeldParameters.optional(),
});
export type ResultAsked = z.infer<typeof ResultAsked>;

export const ResultEdit = z.strictObject({
  /** null: counts again. */
  excluded: z
    .strictObject({
      reason: z.string().trim().min(1, { error: 'required' }).max(limits.resultReason, { error: 'maxLength' }),
    })
    .nullable(),
});
export type ResultEdit = z.infer<typeof ResultEdit>;

export const ResultParams = z.object({ id: PathId, resultId: PathId });

/** The same trial by the rules of the analysis itself (null) and by each published preset. */
export const MethodSpread = z.object({
  analysis: z.string(),
  signals_version: z.int(),
  methods: z.array(z.object({ preset: z.string().nullable(), source: z.string(), outcome: AnalysisOutcome })),
});
export type MethodSpread = z.infer<typeof MethodSpread>;

/** One trial of an athlete. */
export const Trial = z.object({
  result_id: Id,
  record_id: Id,
  /** Of several trials: their records, as far as the caller sees them. */
  record_ids: z.array(Id).default([]),
  basename: z.string(),
  /** ms since 1970, at which the trial begins. */
  timestamp: z.number(),
  timezone: z.string(),
  /** Day in it, `yyyy-mm-dd`: trials of one day are repeats. */
  day: z.string(),
  t0: Seconds,
  t1: Seconds,
  /** By id; null where it was not found. */
  values: z.record(z.string(), z.number().nullable()),
  /** Trials of different methods are not compared: version, preset and what was set otherwise. */
  method: z.string(),
  refused: z.object({ code: z.string(), message: Translated }).nullable(),
  warnings: z.array(z.object({ code: z.string(), message: Translated })),
  excluded: ResultExcluded.nullable(),
});
export type Trial = z.infer<typeof Trial>;

/**
 * Whether the trials of the last day differ from those before it. `tooFew`: repeats are missing (`n` of 5 at least); `noneBefore`:
 * there is nothing to compare with; `real`: they differ, and neither direction is better; `methods`: they differ by less than
 * published methods do on one trial, so that nothing is said.
 */
export const Verdict = z.enum(['better', 'worse', 'real', 'same', 'tooFew', 'noneBefore', 'methods']);
export type Verdict = z.infer<typeof Verdict>;

/** A number of an athlete, the last day against those before. */
export const Judgement = z.object({
  verdict: Verdict,
  /** Trials that count, by the method of the last one. */
  n: z.int(),
  /** Of the last day, and of all before. */
  latest: z.number().nullable(),
  reference: z.number().nullable(),
  /** Typical error; within days, or from day to day where days have one trial each. With its interval of 90 %. */
  typical_error: z
    .object({ value: z.number(), low: z.number(), high: z.number(), between: z.enum(['trials', 'days']) })
    .nullable(),
  /** What the difference must exceed: 1.645 typical errors, by how many trials stand on either side. */
  mdc90: z.number().nullable(),
  /** Most − least of the last trial by the analysis' own rules and each preset; null where there is one method, or it was not computed. */
  method_spread: z.number().nullable().default(null),
  /** 0.2 of the deviation of the own days, of five at least. */
  swc: z.number().nullable().default(null),
});
export type Judgement = z.infer<typeof Judgement>;

export const HistoryQuery = z.object({ analysis: Word });
/** An athlete's results of one analysis over time, oldest first. */
export const AthleteHistory = z.object({
  user: z.object({ id: Id, firstname: z.string(), lastname: z.string() }),
  /** Analyses of which there are results that the caller may see. */
  analyses: z.array(AnalysisDescription),
  analysis: z.string().nullable(),
  trials: z.array(Trial),
  /** There were more; the oldest are left out. */
  is_cut: z.boolean(),
  judged: z.record(z.string(), Judgement),
});
export type AthleteHistory = z.infer<typeof AthleteHistory>;

const Day = z.iso.date();
/**
 * Who of a group has which result, between two days of its club, both included. Unless they are said: 90 days, the last of them
 * today.
 */
export const TeamQuestion = z
  .strictObject({ analysis: Word, group_id: Id, from: Day.optional(), to: Day.optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, { error: 'range', path: ['to'] });
export const TeamRow = z.object({
  user: z.object({ id: Id, firstname: z.string(), lastname: z.string() }),
  /** `refused`: each trial was; `absent`: there is none. */
  state: z.enum(['tested', 'refused', 'absent']),
  trials: z.int(),
  /** Means of the trials of the last day that counts. */
  values: z.record(z.string(), z.number().nullable()),
  day: z.string().nullable(),
  record_id: Id.nullable(),
  refused: z.object({ code: z.string(), message: Translated }).nullable(),
  judged: z.record(z.string(), Judgement),
});
export const TeamResults = z.object({
  analysis: AnalysisDescription,
  /** Days of the club, both included. */
  from: Day,
  to: Day,
  tested: z.int(),
  refused: z.int(),
  absent: z.int(),
  /** Of the group, by name. */
  rows: z.array(TeamRow),
  /** Of each number over those who were tested: smallest worthwhile change is 0.2 of the deviation between athletes. */
  group: z.record(z.string(), z.object({ n: z.int(), mean: z.number(), deviation: z.number(), swc: z.number() })),
});
export type TeamResults = z.infer<typeof TeamResults>;
