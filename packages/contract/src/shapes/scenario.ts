import { z } from 'zod';
import { listQuery } from '../entity-endpoints.ts';
import { Translated } from '../errors.ts';
import { inEachLanguage } from '../languages.ts';
import { limits } from '../limits.ts';
import { LongText, line, lineOrNone } from '../rules.ts';
import { filter, Id, idFilter, PathId, Quantity, recordOf } from './primitives.ts';

/** A line language (`txt`) or Python (`py`). */
export const ScenarioLanguage = z.enum(['txt', 'py']);
export type ScenarioLanguage = z.infer<typeof ScenarioLanguage>;

export const ScenarioParamValue = z.union([Quantity, z.string().max(limits.scenarioTextCharacters), z.boolean()]);
export type ScenarioParamValue = z.infer<typeof ScenarioParamValue>;

/** What a coach may set before a run. */
export const ScenarioParam = z.object({
  name: z.string(),
  type: z.enum(['number', 'integer', 'boolean', 'text', 'choice', 'duration']),
  default: ScenarioParamValue.nullable(),
  unit: z.string().nullable(),
  optional: z.boolean(),
  min: z.number().optional(),
  max: z.number().optional(),
  choices: z.array(z.object({ value: z.string(), text: Translated })).optional(),
  description: Translated,
});
export type ScenarioParam = z.infer<typeof ScenarioParam>;

/**
 * What keeps a program in Python apart from the machine: namespaces of its own for network and processes, a user without rights, the
 * measure of what it uses.
 */
export const JailPart = z.enum(['namespace', 'user', 'usage']);
export type JailPart = z.infer<typeof JailPart>;
/** How far this server keeps programs in Python apart. */
export const ScenarioJail = z.object({
  /** An administrator wants all of it: without, no program in Python runs. */
  required: z.boolean(),
  /** What the system does not allow. */
  missing: z.array(JailPart),
});
export type ScenarioJail = z.infer<typeof ScenarioJail>;

/** Why a source cannot run, at its place; both from 1. */
export const ScenarioProblem = z.object({
  line: z.int(),
  column: z.int(),
  message: Translated,
  suggestion: Translated.nullable(),
  /** Behind its last sign, where its language says that. */
  end_column: z.int().optional(),
  /** What the sign or word may be replaced by. */
  instead: z.string().nullish(),
});
export type ScenarioProblem = z.infer<typeof ScenarioProblem>;

/** A protocol that runs live: of the product, uploaded by a client (compiled), or one of these with parameters of its own (ghost). */
export const Scenario = z.object({
  id: Id,
  uid: z.string(),
  kind: z.enum(['builtin', 'compiled', 'ghost']),
  name: z.string(),
  display_name: Translated,
  /** What lists show: the display name in French, or the name. */
  text: z.string(),
  is_calib: z.boolean(),
  is_compiled: z.boolean(),
  /** null: of the product, for every client. */
  client_id: Id.nullable(),
  client_name: z.string().nullable(),
  /** Names the program that runs. */
  classname: z.string(),
  /** The program that it names is not there any more. */
  missing_class: z.boolean(),
  comment: z.string(),
  /** Values of parameters that a ghost has instead of the program's own. */
  config: z.record(z.string(), ScenarioParamValue),
  params: z.array(ScenarioParam),
  language: ScenarioLanguage.nullable(),
  /** Why its program does not run; null of a ghost whose program is gone. */
  problems: z.array(ScenarioProblem),
});
export type Scenario = z.infer<typeof Scenario>;

const DisplayName = inEachLanguage(lineOrNone(100));
const ScenarioConfig = recordOf(z.string().max(60), ScenarioParamValue, limits.scenarioParams);
/** What ghosts and records know a program by. */
export const Classname = z
  .string()
  .trim()
  .max(60, { error: 'maxLength' })
  .regex(/^[A-Za-z]\w*$/, { error: 'invalidFormat' });

const GhostFields = z.object({
  name: line(100),
  display_name: DisplayName,
  classname: Classname,
  is_calib: z.boolean(),
  client_id: Id,
  config: ScenarioConfig,
  comment: LongText,
});
export const GhostCreate = GhostFields.partial().required({ name: true, classname: true });
export type GhostCreate = z.infer<typeof GhostCreate>;
export const GhostEdit = GhostFields.partial();
export type GhostEdit = z.infer<typeof GhostEdit>;
export const ScenarioQuery = listQuery(['name', 'classname', 'id'], {
  clientIds: idFilter(),
  is_calib: filter(z.boolean().nullish(), null),
});
export type ScenarioQuery = z.infer<typeof ScenarioQuery>;

/** What everyone changes of a scenario of a client, whichever it is. */
export const ScenarioEdit = GhostFields.omit({ client_id: true, classname: true }).partial();
export type ScenarioEdit = z.infer<typeof ScenarioEdit>;
/** A ghost of the client of the path. */
export const ClientScenarioCreate = GhostCreate.omit({ client_id: true });

/** In a query, where everything is text. */
export const ScenariosQuery = z.strictObject({
  is_calib: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
});

export const ScenarioOfClientParams = z.object({ clientId: PathId, scenarioId: PathId });
export const CompiledParams = z.object({ clientId: PathId, id: PathId });

/** A source, where it is not sent as a file. */
export const Source = z
  .string({ error: 'required' })
  .max(limits.scenarioSourceBytes, { error: 'maxLength' })
  .refine((text) => new TextEncoder().encode(text).byteLength <= limits.scenarioSourceBytes, { error: 'maxLength' })
  .refine((text) => !text.includes('\0'), { error: 'excludedCharacter' });
/** What is said of a source that is uploaded; its name is that of the file unless said. */
export const CompiledCreate = z
  .strictObject({
    name: line(100),
    display_name: DisplayName,
    is_calib: z.boolean(),
    comment: LongText,
    language: ScenarioLanguage,
    source: Source,
  })
  .partial();
export type CompiledCreate = z.infer<typeof CompiledCreate>;
/** A compiled scenario as its editor reads it. */
export const CompiledScenario = Scenario.extend({ source: z.string() });
export type CompiledScenario = z.infer<typeof CompiledScenario>;

/** A text that a compiled scenario has or had. */
export const ScenarioVersion = z.object({
  id: Id,
  kept_at: z.iso.datetime(),
  /** Who wrote it, as they were called then; '' where that is not known: on another server, or before texts were kept. */
  user_name: z.string(),
  language: ScenarioLanguage,
  /** It is the text of now. */
  is_present: z.boolean(),
});
export type ScenarioVersion = z.infer<typeof ScenarioVersion>;
export const ScenarioVersionText = ScenarioVersion.extend({ source: z.string() });
export type ScenarioVersionText = z.infer<typeof ScenarioVersionText>;
export const ScenarioVersionParams = CompiledParams.extend({ versionId: PathId });

/** A source that is judged while somebody types it; nothing is kept. */
export const SourceToCheck = z.strictObject({ language: ScenarioLanguage, source: Source });
/** A program of lines as its states, in the order of its lines, and the ways between them. */
export const ScenarioDrawing = z.object({
  states: z.array(
    z.object({
      id: z.int(),
      line: z.int(),
      kind: z.enum(['step', 'wait', 'ask', 'choose', 'analyse', 'branch', 'repeat', 'end']),
      title: Translated.nullable(),
    }),
  ),
  /** `is_else`: where a condition is false, or the turns of a loop are over. */
  arrows: z.array(z.object({ from: z.int(), to: z.int(), is_else: z.boolean() })),
  /** s after which a run ends whatever happens. */
  limit_seconds: z.number(),
});
export type ScenarioDrawing = z.infer<typeof ScenarioDrawing>;
export const CheckedSource = z.object({
  params: z.array(ScenarioParam),
  problems: z.array(ScenarioProblem),
  /** null of a program that has problems, or is not of lines. */
  drawing: ScenarioDrawing.nullable(),
});
export type CheckedSource = z.infer<typeof CheckedSource>;

export const ScenarioExample = z.object({
  filename: z.string(),
  language: ScenarioLanguage,
  source: z.string(),
});
