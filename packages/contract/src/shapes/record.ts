import { recordStates } from '@sillage/domain/states';
import { z } from 'zod';
import { Translated } from '../errors.ts';
import { May } from '../field-rights.ts';
import { Language, languages } from '../languages.ts';
import { limits } from '../limits.ts';
import { FileRateHz, Timezone } from '../rules.ts';
import { CalibrationInfo } from './calibration.ts';
import { CsvMappingWanted } from './csv-mapping.ts';
import { filter, Id, idFilter, Page, recordOf, Seconds, TotalIsEstimate } from './primitives.ts';
import { TestProtocol } from './protocol.ts';
import { DistanceMadeOf } from './record-steps.ts';
import { RecordTrial } from './record-trial.ts';
import { RecordType } from './record-type.ts';
import { AlignedVideo, RecordVideo } from './video.ts';

/**
 * Where the samples of a record stand: still streaming, waiting for missing blocks on the device, in the journal
 * but not yet readable, being decoded, readable, or unreadable (see its errors).
 */
export const DecodeState = z.enum(recordStates);
export type DecodeState = z.infer<typeof DecodeState>;

export const CloudState = z.enum(['local', 'needs_sending', 'sending', 'synced', 'resend']);

export const RecordErrorType = z.enum(['ERROR', 'WARN', 'FATAL', 'SUCCESS']);
export const RecordError = z.object({ type: RecordErrorType, msg: Translated, date: z.string() });
export type RecordError = z.infer<typeof RecordError>;

export const Variable = z.object({ description: Translated, unit: z.string() });
export type Variable = z.infer<typeof Variable>;

/** A source of samples with one time axis. */
export const RecordModule = z.object({
  type: z.string(),
  /** Hz; nominal, or measured where the source does not say. */
  rate: z.number(),
  samples: z.int(),
});
export type RecordModule = z.infer<typeof RecordModule>;

/** A record of a session as the session tells of it: enough to name it and to say when it was. */
export const SeanceRecord = z.object({
  id: Id,
  basename: z.string(),
  /** As those of a record. */
  date: z.string(),
  timestamp: z.number(),
  duration: Seconds,
  record_type: RecordType,
  device_id: Id.nullable(),
  device_name: z.string().nullable(),
  user_ids: z.array(Id),
});
export type SeanceRecord = z.infer<typeof SeanceRecord>;

/** What a new record may be, for somebody to accept: nothing is set by itself. */
export const Proposal = z.object({
  /** Who wears its device now, or whose the last record of its device was. */
  by: z.enum(['pairing', 'device']),
  users: z.array(z.object({ id: Id, firstname: z.string(), lastname: z.string() })),
  /** What these athletes mostly did of late; null where nothing is known, or where the record has one. */
  sport_id: Id.nullable(),
  exercise_id: Id.nullable(),
  exercise_name: z.string().nullable(),
});
export type Proposal = z.infer<typeof Proposal>;

export const Record = z.object({
  id: Id,
  uid: z.string(),
  client_id: Id,
  /** `dd/mm/yyyy hh:mm:ss` in `timezone`. */
  date: z.string(),
  dt_created: z.string(),
  /** ms since 1970. */
  timestamp: z.number(),
  timezone: z.string(),
  /** Of the exercises of its client; null where `exercise_name` is free text, or empty. */
  exercise_id: Id.nullable(),
  exercise_name: z.string().nullable(),
  favorite: z.boolean(),
  group_id: Id.nullable(),
  group_name: z.string().nullable(),
  record_type: RecordType,
  record_type_name: Translated,
  comment: z.string(),
  cloud_state: CloudState,
  /** Another server has its original: it came from there as a row, or was freed here. */
  original_elsewhere: z.boolean().default(false),
  /** bytes kept on this server. */
  size: z.number(),
  duration: Seconds,
  decode_state: DecodeState,
  /** Counts how often its samples became others: those of another number are not those of this one. */
  signals_version: z.int().default(0),
  scenario_id: Id.nullable(),
  scenario_classname: z.string().nullable(),
  /** The session (`seance`) that it is part of. */
  seance_id: Id.nullable(),
  selections: z.array(z.object({ id: Id, num: z.int() })),
  /** `module.variable` → what it is; empty until decoded. */
  available_data: z.record(z.string(), Variable),
  /** What somebody chose its distance axis (`D`) to be made of; null: of what says it best. */
  distance_source: DistanceMadeOf.nullable(),
  /** By name; empty until decoded. */
  modules: z.record(z.string(), RecordModule),
  /** Which calibration each sensor has; empty until decoded. */
  calib_infos: z.array(CalibrationInfo),
  basename: z.string(),
  nb_errors: z.int(),
  external: z.boolean(),
  sport_id: Id.nullable(),
  sport_name: z.string().nullable(),
  sport_disp_name: Translated.nullable(),
  /** Some backends answer it as JSON text. */
  other_data: z.union([z.record(z.string(), z.unknown()), z.string()]),
  /** How its test was done; empty where nobody said. */
  protocol: TestProtocol.default({}),
  user_ids: z.array(Id),
  users: z.array(z.object({ id: Id, firstname: z.string(), lastname: z.string() })),
  device_id: Id.nullable(),
  device_name: z.string().nullable(),
  /** The device's own number of it, `deviceRecId` while it ran; null for files, and once the device counts anew. */
  device_record_id: z.int().nullable(),
  /** It has samples that can be read now, also while it is decoded again. */
  visualisable: z.boolean(),
  wrong_time: z.boolean(),
  /** The record is under way and its device is not there; `since` is ISO 8601, null when it is not known. */
  device_away: z.object({ since: z.string().nullable() }).nullable(),
  /** 96 values of the record's main variable (`tracedVariable` in packages/domain), evenly spread; null until decoded. */
  preview: z.array(z.number().nullable()).nullable(),
  /** Of a session: its records that the caller may see, in the order of time. Empty for every other record. */
  seance_records: z.array(SeanceRecord),
  /** What a film is, once it was read; null of every other record. */
  video: RecordVideo.nullable(),
  /** Films beside it that the caller may see, in the order of their offsets. */
  videos: z.array(AlignedVideo),
  /** null without results, and in answers of more than a thousand records. */
  trial: RecordTrial.nullable().default(null),
  /** In lists of new records (`type: "new"`) of at most 20 rows, to those who may accept it. */
  proposal: Proposal.optional(),
  may: May,
});
export type Record = z.infer<typeof Record>;

const TypeName = z.string().max(40);

/** What a list of records is sorted by; of the same, the newest first. */
export const RecordSort = z.enum(['date', 'athletes', 'sport', 'exercise', 'group', 'device', 'duration', 'size']);
export type RecordSort = z.infer<typeof RecordSort>;

export const RecordFilters = Page.extend({
  type: filter(z.enum(['all', 'new', 'associated']), 'all'),
  clientIds: idFilter(),
  groupIds: idFilter(),
  deviceIds: idFilter(),
  sportIds: idFilter(),
  userIds: idFilter(),
  exerciseIds: idFilter(),
  onlyFavorite: filter(z.boolean(), false),
  /** Names of types, one or several; one that no record has keeps nothing. */
  record_type: filter(z.union([z.array(TypeName).max(20), TypeName.transform((name) => [name])]), []),
  scenario_ids: idFilter().describe('Records that runs of these scenarios made, or that were decoded as theirs'),
  /** In which bare days of `minDate` and `maxDate` are meant; the caller's client's unless said. */
  timezone: filter(Timezone.nullable(), null).describe(
    'Of bare days in minDate and maxDate; the one of the caller’s client unless said',
  ),
  minDate: filter(z.string().max(40).nullable(), null).describe('`yyyy-mm-dd` or ISO 8601; a bare day means 00:00:00'),
  maxDate: filter(z.string().max(40).nullable(), null).describe('`yyyy-mm-dd` or ISO 8601; a bare day means 23:59:59'),
  include_seances_subrecords: filter(z.boolean(), false).describe(
    'Records of sessions (seances) besides the sessions themselves. Without it a record is left out where its session is in the same list: nothing that the filters keep is in none',
  ),
  seanceIds: idFilter().describe('Records of these sessions (seances), each listed'),
  /** In names, comment, exercise, athletes, device, sport, group and day (`16 mai`, `2026-05-16`, `hier`). */
  search: filter(z.string().max(200), ''),
  /** By anything but the date: at most 40,000 records, else 422 `list.tooLongToSort`. */
  sort_by: filter(RecordSort, 'date'),
  sort_desc: filter(z.boolean(), true),
  /** Whose words sports are sorted by. */
  language: filter(Language, languages[0]),
}).strict();
export type RecordFilters = z.infer<typeof RecordFilters>;

export const RecordList = z.object({ records: z.array(Record), total: z.int(), total_is_estimate: TotalIsEstimate });

/** Of all records that filters keep, however many a page has; null where they are too many to be added up. */
export const RecordTotals = z.object({
  duration: Seconds.nullable(),
  /** bytes */
  size: z.number().nullable(),
});
export type RecordTotals = z.infer<typeof RecordTotals>;

/** ms since 1970 of the dates that people may give a record: 1970 to 2099. */
export const recordDatesMs = { earliest: 0, latest: Date.UTC(2100, 0, 1) - 1 } as const;
/** ms; a moment at all, in JavaScript. */
const furthestMs = 8.64e15;

/** The records of a session: of its client, no sessions themselves, and of no other session. */
const RecordIds = z.array(Id).min(1, { error: 'required' }).max(limits.recordsASession, { error: 'tooMany' });

export const RecordEdit = z
  .object({
    /** Of a session only. Records of it that the caller does not see stay. */
    record_ids: RecordIds,
    user_ids: z.array(Id).max(50),
    sport_id: Id.nullable(),
    group_id: Id.nullable(),
    exercise_id: Id.nullable(),
    /** Free text; the name of an exercise of the record's client means that exercise. */
    exercise_name: z.string().trim().max(200).nullable(),
    /** What it is called in lists, exports and searches beside its athletes and its date. */
    basename: z.string().trim().min(1, { error: 'required' }).max(200, { error: 'maxLength' }),
    /**
     * ms since 1970, for records whose device was not on time; their samples keep their own clock. Another than the present
     * one lies between 1970 and 2099 (`recordDatesMs`).
     */
    timestamp: z.int({ error: 'integer' }).min(-furthestMs, { error: 'date' }).max(furthestMs, { error: 'date' }),
    comment: z.string().max(5000),
    favorite: z.boolean(),
    /** In which `date` is said. */
    timezone: Timezone,
    /** Replaces the whole of it. It lies in `other_data.protocol`, which changes by this alone. */
    protocol: TestProtocol,
    /** Replaces what other programs keep; what this one keeps there stays. */
    other_data: recordOf(z.string().max(100), z.unknown(), limits.jsonBodyMembers).refine(
      (data) => JSON.stringify(data).length <= limits.otherDataCharacters,
      { error: 'maxLength' },
    ),
  })
  .partial();
export type RecordEdit = z.infer<typeof RecordEdit>;

export const RecordUpload = z.object({
  /**
   * `seance`: a session of the records `record_ids`, without a file; what is not said of it is what they have in common.
   * `video`: a film; with `date` one that a browser's camera made, which began then.
   */
  record_type: z.enum(['seance', 'video']).optional(),
  record_ids: RecordIds.optional(),
  /** What the record is called; the file's name unless said. Of a session the one of what it holds. */
  basename: z.string().trim().min(1, { error: 'required' }).max(200, { error: 'maxLength' }).optional(),
  client_id: Id.optional(),
  user_ids: z.array(Id).max(50).optional(),
  sport_id: Id.nullish(),
  group_id: Id.nullish(),
  exercise_id: Id.nullish(),
  /** Free text; the name of an exercise of the client means that exercise. */
  exercise_name: z.string().trim().max(200).nullish(),
  comment: z.string().max(5000).default(''),
  /**
   * When it was recorded, for a file that does not say it, or says what cannot be: ISO 8601, without an offset in `timezone`;
   * from 1970 to 2099. A file's own date counts before, but for films of a browser's camera. Without either it is the moment of the upload.
   */
  date: z.string().max(40, { error: 'date' }).optional(),
  /** In which the file's local times and `date` are said; the client's unless said. */
  timezone: Timezone.nullish(),
  /** Hz; used when a CSV has no time column. */
  rate: FileRateHz.optional(),
  /** What the cells of a CSV mean; the reader finds it where nothing is said. */
  csv_mapping: CsvMappingWanted.optional(),
  /** Instead of a file: an upload that has all its bytes (`POST /uploads`). It becomes one record, however often it is asked. */
  upload: z.uuid().optional(),
  again: z
    .boolean()
    .default(false)
    .describe(
      'Of an upload: also when the club has a record of the same file. A file that comes in a form is not asked about',
    ),
});
export type RecordUpload = z.infer<typeof RecordUpload>;

/** Statistics over finite raw samples of a window; null where the window holds none. */
export const VariableStatistics = z.object({
  variable: z.string(),
  num: z.int(),
  mean: z.number().nullable(),
  /** sample standard deviation (n−1) */
  std: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Where it was asked for; null also of a window of more samples than are read for it. */
  median: z.number().nullable().optional(),
});
export type VariableStatistics = z.infer<typeof VariableStatistics>;

export const RecordStatistics = z.object({
  default: z.object({
    data: z.array(VariableStatistics),
  }),
  specific: z.object({ headers: z.array(z.string()), data: z.array(z.array(z.unknown())) }),
});
