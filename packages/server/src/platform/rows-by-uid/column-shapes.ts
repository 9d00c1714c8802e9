import {
  AnalysisOutcome,
  AppliedSteps,
  ClockDrift,
  CsvMapping,
  KeptFilm,
  Language,
  limits,
  ParameterDescription,
  ParameterTable,
  ParameterValue,
  PurgedOriginal,
  ResultAsked,
  ResultExcluded,
  Role,
  ScenarioLanguage,
  ScenarioParam,
  ScenarioParamValue,
  ScenarioProblem,
  SeenJump,
  ServerSettings,
  StepKind,
  StepSwitch,
  Translated,
} from '@sillage/contract';
import { DeviceMeta } from '@sillage/device-protocol';
import { settledStates } from '@sillage/domain';
import { fileFormats, filmFormats } from '@sillage/formats';
import { z } from 'zod';

const uid = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Largest value of a `real`. */
const largestReal = 3.4028234663852886e38;
const real = z.number().min(-largestReal).max(largestReal);
/** The eight bytes that every PNG begins with, in base64. */
const pngStart = /^iVBORw0KGg/;

/** What a value of a column looks like on the way, by its type in the database. */
const byType: Readonly<Record<string, z.ZodType>> = {
  uuid: uid,
  text: z.string(),
  integer: z.int32(),
  bigint: z.int(),
  boolean: z.boolean(),
  'double precision': z.number(),
  'timestamp with time zone': z.iso.datetime({ precision: 6 }).regex(/^(?!0000)/),
  date: z.iso.date().regex(/^(?!0000)/),
  bytea: z.base64(),
  'text[]': z.array(z.string()),
  // The previews of signals have gaps.
  'real[]': z.array(z.union([real, z.enum(['NaN', 'Infinity', '-Infinity']), z.null()])),
};

const anyObject = z.record(z.string(), z.unknown());
const scalar = z.union([z.number(), z.string(), z.boolean(), z.null()]);

/** Columns that the program trusts to be more than their type says. */
const byColumn: Readonly<Record<string, z.ZodType>> = {
  'sports.display_name': Translated,
  'sensors.parameters': z.record(
    z.string(),
    z.object({ type: z.enum(['int', 'float', 'string', 'bool']), default: scalar }),
  ),
  'scenarios.kind': z.enum(['builtin', 'compiled', 'ghost']),
  'scenarios.display_name': Translated,
  'scenarios.config': z.record(z.string(), ScenarioParamValue),
  'scenarios.language': ScenarioLanguage,
  'scenarios.source': z.string().max(limits.scenarioSourceBytes),
  'scenario_versions.language': ScenarioLanguage,
  'scenario_versions.source': z.string().max(limits.scenarioSourceBytes),
  'scenarios.params': z.array(ScenarioParam).max(limits.scenarioParams),
  'scenarios.problems': z.array(ScenarioProblem).max(1000),
  'releases.kind': z.enum(['device', 'hardware']),
  'releases.sha256': sha256,
  'releases.size_bytes': z.int32().min(0),
  'releases.notes': Translated,
  'clients.logo': z.base64().regex(pngStart),
  'clients.indicators': z.record(z.string().max(100), z.array(z.string().max(40)).max(40)),
  'csv_mappings.header': sha256,
  'csv_mappings.mapping': CsvMapping,
  'users.roles': z.array(Role).min(1),
  'users.language': Language,
  'users.external_api': z.strictObject({
    nolio: z.object({ enabled: z.boolean(), user: z.string(), token: z.string().nullable() }).optional(),
  }),
  'devices.secret_hash': sha256,
  'devices.meta': DeviceMeta,
  'devices.other_data': anyObject,
  'records.source': z.enum(['journal', 'seance', ...Object.keys(fileFormats), ...filmFormats]),
  'records.film': KeptFilm,
  // What is still being recorded or computed travels as waiting.
  'records.decode_state': z.enum(['waiting', ...settledStates]),
  'records.available_data': z.record(z.string(), z.object({ description: Translated, unit: z.string() })),
  'records.modules': z.record(z.string(), z.object({ type: z.string(), rate: z.number(), samples: z.number() })),
  'records.other_data': anyObject,
  'records.csv_rate': z.number().positive(),
  'records.applied_steps': AppliedSteps,
  'records.original_purged': PurgedOriginal,
  'records.clock_jumps': z.array(SeenJump).max(limits.clockJumps),
  'records.clock_drift': ClockDrift,
  'record_steps.kind': StepKind,
  'record_steps.arguments': anyObject,
  'analysis_results.asked': ResultAsked,
  'analysis_results.outcome': AnalysisOutcome,
  'analysis_results.sha256': sha256,
  'analysis_results.excluded': ResultExcluded,
  'record_steps.switches': z.array(StepSwitch).max(limits.switchesAStep),
  'records.file_sha256': sha256,
  'records.csv_mapping': CsvMapping,
  'record_errors.type': z.enum(['ERROR', 'WARN', 'FATAL', 'SUCCESS']),
  'record_errors.msg': Translated,
  'parameters.table_name': ParameterTable,
  'parameters.description': ParameterDescription,
  'parameters.value': ParameterValue,
  'settings.key': z.literal('server.settings'),
  'settings.value': ServerSettings.pick({ terms: true, notice: true })
    .extend({ terms_date: z.iso.date() })
    .partial()
    .strict(),
};

export function columnShape(table: string, column: string, sqlType: string, notNull: boolean): z.ZodType {
  const shape = byColumn[`${table}.${column}`] ?? byType[sqlType];
  if (shape === undefined) throw new Error(`rows by uid do not know how to read ${table}.${column} (${sqlType})`);
  return notNull ? shape : shape.nullable();
}
