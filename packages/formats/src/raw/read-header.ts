import { z } from 'zod';
import { oneCharacterAByte } from '../byte-source.ts';
import type { FileProblem, RecordingAbout } from '../recording.ts';
import { safeName, uniqueNames } from '../safe-names.ts';
import { ModuleDescription, type RawModule, toRawModule } from './read-module.ts';

/** Bytes; a longer header is refused, so that a hostile file cannot make us search or parse without end. */
export const maxHeaderBytes = 512 * 1024;
/** Of all modules together. */
const maxColumns = 4096;
/** As many as have an id; more are counted before they are looked at. */
const mostModules = 255;

export const markers = {
  description: '<== description ==>',
  calibration: '<== calibration ==>',
  data: '<== data ==>',
} as const;

export interface RawHeader {
  readonly about: Omit<RecordingAbout, 'startUs'>;
  /** µs since 1970 of T = 0. */
  readonly startUs: number;
  readonly timePrecisionUs: number | undefined;
  readonly modules: readonly RawModule[];
  /** Written by us: any value is meant, none is a sign of damage. */
  readonly exact: boolean;
  /** Position of the first frame. */
  readonly dataStart: number;
}

const text = z.union([z.string(), z.number()]).transform(String);
const number = z.union([z.number(), z.string().transform(Number)]).pipe(z.number());
const Names = z.record(z.string(), z.record(z.string(), z.string()));
const Header = z.object({
  description: z.looseObject({
    epoch: number.nullish(),
    epochUs: number.nullish(),
    version: text.nullish().catch(null),
    deviceType: text.nullish().catch(null),
    deviceId: number.nullish().catch(null),
    timePrecisionUs: number.nullish().catch(null),
    folder_name: text.nullish().catch(null),
    rec_type: text.nullish().catch(null),
    variablesNames: z.unknown().optional(),
    sillage: z.looseObject({ exact: z.boolean() }).nullish().catch(null),
  }),
  modules: z.record(z.string(), ModuleDescription),
});

const damaged = (reason: string): FileProblem => ({ problem: 'damagedHeader', reason });

/** Whether the first bytes are those of a raw device file. */
export function looksRaw(head: Uint8Array): boolean {
  return /^(?:\u00ef\u00bb\u00bf)?\s*<== description ==>/.test(oneCharacterAByte(head.subarray(0, 200)));
}

/** Reads the text sections before the frames. Never throws. `bytes` may be just the beginning of the file. */
export function readRawHeader(bytes: Uint8Array): RawHeader | FileProblem {
  if (!looksRaw(bytes)) return { problem: 'unknownFormat' };
  const head = oneCharacterAByte(bytes.subarray(0, maxHeaderBytes));
  const data = /\n<== data ==>(?:\r?\n|$)/.exec(head);
  if (!data) return damaged(markers.data);
  const from = head.indexOf(markers.description) + markers.description.length;
  const calibration = head.indexOf(`\n${markers.calibration}`);
  const to = calibration < 0 || calibration > data.index ? data.index : calibration;
  const given = parseJson(new TextDecoder().decode(bytes.subarray(from, to)));
  if (countModules(given) > mostModules) return damaged('modules');
  const parsed = Header.safeParse(given);
  if (!parsed.success) return damaged(parsed.error.issues[0]?.path.map(String).join('.').slice(0, 80) || 'JSON');
  return toHeader(parsed.data, data.index + data[0].length);
}

function toHeader(header: z.infer<typeof Header>, dataStart: number): RawHeader | FileProblem {
  const about = header.description;
  const startUs = Math.round(about.epochUs ?? (about.epoch ?? Number.NaN) * 1e6);
  if (!Number.isSafeInteger(startUs) || startUs < 0) return damaged('epoch');
  const exact = about.sillage?.exact ?? false;
  const names = Names.safeParse(
    typeof about.variablesNames === 'string' ? parseJson(about.variablesNames) : about.variablesNames,
  );
  const nameOnce = uniqueNames();
  const modules: RawModule[] = [];
  let columns = 0;
  for (const [name, module] of Object.entries(header.modules)) {
    const renamed = names.success && Object.hasOwn(names.data, name) ? names.data[name] : undefined;
    const built = toRawModule(nameOnce(safeName(name)), module, renamed ?? {}, exact);
    if (built === undefined || modules.some((m) => m.id === built.id)) return damaged(`modules.${name.slice(0, 60)}`);
    columns += built.columns.length;
    if (columns > maxColumns) return { problem: 'tooManyColumns', most: maxColumns };
    modules.push(built);
  }
  const folderNumber = /\d{1,9}/.exec(about.folder_name ?? '')?.[0];
  return {
    about: {
      version: (about.version ?? 'v6.0.0').slice(0, 20),
      deviceType: (about.deviceType ?? 'maxi').slice(0, 40),
      deviceNumber: about.deviceId ?? (folderNumber === undefined ? undefined : Number(folderNumber)),
      recordType: (about.rec_type ?? 'record').slice(0, 40),
      folderName: about.folder_name?.slice(0, 100) ?? undefined,
    },
    startUs,
    timePrecisionUs: about.timePrecisionUs ?? undefined,
    modules,
    exact,
    dataStart,
  };
}

function countModules(header: unknown): number {
  const modules = typeof header === 'object' && header !== null && 'modules' in header ? header.modules : undefined;
  return typeof modules === 'object' && modules !== null ? Object.keys(modules).length : 0;
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}
