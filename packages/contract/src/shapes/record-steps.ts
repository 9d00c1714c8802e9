import { z } from 'zod';
import { limits } from '../limits.ts';
import { endsAfter, FileRateHz } from '../rules.ts';
import { CalibrationInfo, RecalibrateArguments } from './calibration.ts';
import { CsvMapping, CsvMappingWanted } from './csv-mapping.ts';
import { Id, recordOf, Seconds, SignalsSeen } from './primitives.ts';
import { TestProtocol } from './protocol.ts';
import { RecordType } from './record-type.ts';

/**
 * What people do to a record: each is a step that can be switched off and on again. Times of steps are seconds of the
 * original, whatever other steps are on, so that every step means the same samples without the others.
 */
export const StepKind = z.enum(['crop', 'clock', 'distance', 'recalibrate', 'decode']);
export type StepKind = z.infer<typeof StepKind>;

/** What the record keeps; null: from its start, or to its end. */
const CropArguments = z.object({ start: Seconds.nullable(), end: Seconds.nullable() });

/** A device's clock is far better; what differs by more is no drift. */
const driftPpm = 10_000;
const ClockJump = z.strictObject({
  at: Seconds.min(0, { error: 'positive' }).describe(
    's of the original, as `clock` of the history says, or of the record where `times_of` says so; the last time before it',
  ),
  /** By how much the device's clock jumped ahead; negative: back. */
  seconds: Seconds.refine((seconds) => seconds !== 0, { error: 'notZero' }),
});
/** Jumps that are taken out, and by how many millionths the device's clock ran fast. */
const ClockArguments = z.object({
  jumps: z.array(ClockJump).max(limits.clockJumps, { error: 'tooMany' }),
  drift_ppm: z.number().min(-driftPpm, { error: 'drift' }).max(driftPpm, { error: 'drift' }),
});

/** Where the blocks of a device leap in time, although none is missing: its clock jumped. */
export const SeenJump = z.object({
  /** s of the original; the last time before it. */
  at: z.number(),
  /** Negative: back. */
  seconds: z.number(),
  /** How many modules saw it: all that could. */
  modules: z.int(),
});
export type SeenJump = z.infer<typeof SeenJump>;

/** How fast a device's clock ran by the hub's, from when its blocks were there. */
export const ClockDrift = z.object({
  /** Positive: the device runs fast. */
  ppm: z.number(),
  /** Half of the interval that holds the true value in 95 of 100 cases. */
  uncertainty_ppm: z.number(),
  /** Of the record, from which it was seen. */
  seconds: z.number(),
  /** How many moments were compared. */
  arrivals: z.int(),
});
export type ClockDrift = z.infer<typeof ClockDrift>;

/** What the distance axis (`D`) is made of: a measured speed, positions, or nothing: then there is no axis. */
export const DistanceMadeOf = z.enum(['speed', 'gps', 'none']);
export type DistanceMadeOf = z.infer<typeof DistanceMadeOf>;
const DistanceArguments = z.object({ source: DistanceMadeOf });

const changeOf = <S extends z.ZodType>(value: S) => z.object({ from: value.nullable(), to: value.nullable() });
const OtherData = recordOf(z.string().max(100), z.unknown(), limits.jsonBodyMembers);
/** Which scenario a record is of: its program is known also where the scenario is not. Nulls: of none. */
const ScenarioSaid = z.object({
  uid: z.string().nullable(),
  classname: z.string().nullable(),
  record_type: RecordType,
});
export type ScenarioSaid = z.infer<typeof ScenarioSaid>;
/** What was said of the record with a decoding, and what was said before. */
const DecodeArguments = z
  .object({
    /** uid of a sport */
    sport: changeOf(z.string()),
    scenario: z.object({ from: ScenarioSaid, to: ScenarioSaid }),
    /** Hz, of a CSV without a time column */
    rate: changeOf(z.number()),
    csv_mapping: changeOf(CsvMapping),
    other_data: changeOf(OtherData),
    protocol: changeOf(TestProtocol),
  })
  .partial();

const stepsWith = <T extends z.ZodRawShape>(more: T) =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('crop'), arguments: CropArguments, ...more }),
    z.object({ kind: z.literal('clock'), arguments: ClockArguments, ...more }),
    z.object({ kind: z.literal('distance'), arguments: DistanceArguments, ...more }),
    z.object({ kind: z.literal('recalibrate'), arguments: RecalibrateArguments, ...more }),
    z.object({ kind: z.literal('decode'), arguments: DecodeArguments, ...more }),
  ]);

/** A step as it is kept. */
export const KeptStep = stepsWith({});
export type KeptStep = z.infer<typeof KeptStep>;
type ArgumentsOf<K extends StepKind> = Extract<KeptStep, { kind: K }>['arguments'];
export type DecodeChanges = ArgumentsOf<'decode'>;

/** How a step was switched: when, by whom, to what. */
export const StepSwitch = z.object({
  on: z.boolean(),
  date: z.iso.datetime(),
  user_name: z.string(),
  /** Which one of all switches of the record's steps, from 1: a server's clock may be set back. Not kept of earlier ones. */
  nth: z.int().optional(),
});
export type StepSwitch = z.infer<typeof StepSwitch>;

export const RecordStep = stepsWith({
  id: Id,
  uid: z.string(),
  num: z.int(),
  on: z.boolean(),
  /** Whether the samples that are read now were made with it. Another answer than `on` while they are decoded again. */
  applied: z.boolean(),
  date: z.iso.datetime(),
  user_name: z.string(),
});
export type RecordStep = z.infer<typeof RecordStep>;

/** How times of the original become times of the record. */
export const StepTimes = z.object({
  /** s of the original; null = all there is */
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** In order of time. */
  jumps: z.array(z.object({ at: z.number(), seconds: z.number() })),
  drift_ppm: z.number(),
});
export type StepTimes = z.infer<typeof StepTimes>;

/** What the samples that are read were made with. */
export const AppliedSteps = z.object({
  uids: z.array(z.string()),
  times: StepTimes,
  distance: DistanceMadeOf.nullable(),
  /** s; how long the original is. */
  duration: z.number(),
  /** Which calibration each sensor has; not kept of earlier decodings. */
  calibrations: z.array(CalibrationInfo).optional(),
});
export type AppliedSteps = z.infer<typeof AppliedSteps>;

const StepDeed = z.object({
  date: z.iso.datetime(),
  user_name: z.string(),
  deed: z.enum(['added', 'off', 'on']),
  step_id: Id,
  kind: StepKind,
});
export type StepDeed = z.infer<typeof StepDeed>;

/** Who deleted the original of a record, when: what its steps keep is all that is left. */
export const PurgedOriginal = z.object({ date: z.iso.datetime(), user_name: z.string() });
export type PurgedOriginal = z.infer<typeof PurgedOriginal>;

export const RecordHistory = z.object({
  /** What was received or uploaded, which no step changes. */
  original: z.object({
    date: z.iso.datetime(),
    /** s; null before it was decoded. */
    duration: z.number().nullable(),
    /** bytes; null where it is gone. */
    size: z.number().nullable(),
    /** null while it is there. */
    purged: PurgedOriginal.nullable().default(null),
    source: z.string(),
    device_name: z.string().nullable(),
  }),
  /** What the cells of its CSV mean, where somebody said it; as it is decoded now. */
  csv_mapping: CsvMapping.nullable().default(null),
  steps: z.array(RecordStep),
  /** Who did what, the last first. */
  deeds: z.array(StepDeed),
  /** Jumps of the device's clock that its blocks tell of, for somebody to take out. Uploaded files do not tell. */
  clock: z.array(
    SeenJump.extend({
      repaired: z.boolean(),
      /** s of the record as it is read now; null where that is cropped. */
      at_in_record: z.number().nullable().default(null),
    }),
  ),
  /** Null where too little tells it, and of uploaded files. */
  drift: ClockDrift.extend({ repaired: z.boolean() }).nullable(),
  /** Of the samples that are read now; null where they are those of the original. */
  times: StepTimes.nullable(),
  /** Whether an administrator may purge the original now: it is here, and the record is cropped. */
  purgeable: z.boolean().default(false),
  /** More are refused. */
  most_steps: z.int(),
});
export type RecordHistory = z.infer<typeof RecordHistory>;

/** s of the record as it is now. */
export const CropWanted = z
  .strictObject({ start: Seconds.min(0, { error: 'positive' }), end: Seconds, signals_version: SignalsSeen })
  .superRefine(endsAfter('start', 'end'));

/** A step that somebody wants. */
export const StepWanted = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('clock'),
    arguments: ClockArguments.strict().refine(({ jumps, drift_ppm }) => jumps.length > 0 || drift_ppm !== 0, {
      error: 'required',
      path: ['jumps'],
    }),
    times_of: z
      .enum(['original', 'record'])
      .optional()
      .describe('What `at` of jumps is a time of: of the original unless said, or of the record as it is read now'),
    signals_version: SignalsSeen,
  }),
  z.strictObject({ kind: z.literal('distance'), arguments: DistanceArguments.strict() }),
]);
export type StepWanted = z.infer<typeof StepWanted>;

/** The step, and the task that decodes the record with it. */
export const StepDone = z.object({ id: Id, step: RecordStep, task_id: Id });
/** The task that decodes it, null where the samples are so already: nothing is done twice. */
export const Decoding = z.object({ task_id: Id.nullable() });
export type StepDone = z.infer<typeof StepDone>;

/** What a decoding is to say otherwise; what is left out stays. */
export const DecodeWanted = z
  .object({
    sport_id: Id.nullable(),
    scenario_id: Id.nullable().describe(
      'A scenario of its client or of the product: its analyses and its graphs become those of the record; null: of none',
    ),
    rate: FileRateHz,
    other_data: OtherData.refine((data) => JSON.stringify(data).length <= limits.otherDataCharacters, {
      error: 'maxLength',
    }).describe('Whole; what its `protocol` says becomes the protocol of the record, left out it stays'),
    protocol: TestProtocol,
  })
  .extend({ csv_mapping: CsvMappingWanted.describe('Of a CSV: what its cells mean') })
  .partial();
export type DecodeWanted = z.infer<typeof DecodeWanted>;
