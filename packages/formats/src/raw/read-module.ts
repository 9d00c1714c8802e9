import { z } from 'zod';
import type { RecordingColumn } from '../recording.ts';
import { safeName, uniqueNames } from '../safe-names.ts';
import { type FieldType, fitsFloat32, parseFieldType, type ScalarType, scalarBytes } from './field-types.ts';

/** Bytes of one frame, columns of one module: beyond them the header is damaged. */
export const maxFrameBytes = 65_536;
const maxColumns = 1024;

/** One column of a frame: where it lies and how it becomes a value. */
export interface RawColumn extends RecordingColumn {
  /** Bytes from the start of the frame. */
  readonly offset: number;
  readonly scalar: ScalarType;
  readonly factor: number;
  /** |value| beyond it means damage; Infinity where the format gives no bound. */
  readonly bound: number;
}

/** Columns (by index, −1 = absent) that tell whether GPS has a fix, and those that mean nothing without one. */
export interface GpsColumns {
  readonly nSat: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly columns: readonly number[];
  /** A frame of a pure GPS module without a fix is dropped whole. */
  readonly pure: boolean;
}

export interface RawModule {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly rateHz: number;
  /** Bytes of one frame. */
  readonly size: number;
  readonly timeOffset: number;
  readonly columns: readonly RawColumn[];
  /** Undefined where nothing depends on a GPS fix. */
  readonly gps: GpsColumns | undefined;
}

const text = z.union([z.string(), z.number()]).transform(String);
const Field = z.union([
  z.object({
    name: text,
    type: z.string(),
    unit: text.nullish().catch(null),
    description: z.object({ fr: z.string(), en: z.string() }).nullish().catch(null),
  }),
  z
    .tuple([text, z.string()])
    .rest(z.unknown())
    .transform(([name, type, unit]) => ({ name, type, unit: typeof unit === 'string' ? unit : '', description: null })),
]);

/** A module as the header of the file describes it; the factors are among the other keys. */
export const ModuleDescription = z
  .object({
    id: z.int().min(1).max(255),
    type: text.nullish().catch(null),
    rate: z.coerce.number().nullish().catch(null),
    size: z.int().positive().nullish(),
    description: z.array(Field).min(1).max(maxColumns),
  })
  .catchall(z.unknown());
type ModuleDescription = z.infer<typeof ModuleDescription>;

/** Lays out the frames of a module; undefined when the description cannot be one. */
export function toRawModule(
  name: string,
  module: ModuleDescription,
  renamed: Readonly<Record<string, string>>,
  exact: boolean,
): RawModule | undefined {
  const columns: RawColumn[] = [];
  const sourceNames: string[] = [];
  const nameOnce = uniqueNames();
  let offset = 0;
  let timeOffset = -1;
  for (const [index, field] of module.description.entries()) {
    const type = parseFieldType(field.type);
    if (!type || columns.length + type.count > maxColumns) return undefined;
    if (index === 0 && type.scalar !== 'uint8') return undefined;
    if (timeOffset < 0 && field.name === 'time' && type.scalar === 'uint64') timeOffset = offset;
    else if (index > 0) {
      const shown = Object.hasOwn(renamed, field.name) ? (renamed[field.name] ?? field.name) : field.name;
      const { fr, en } = field.description ?? {};
      for (let i = 0; i < type.count; i++) {
        sourceNames.push(field.name);
        columns.push({
          name: nameOnce(safeName(type.isArray ? `${shown}_${i}` : shown)),
          unit: (field.unit ?? '').slice(0, 20),
          description: { fr: (fr ?? shown).slice(0, 100), en: (en ?? shown).slice(0, 100) },
          type: fitsFloat32(type.scalar) ? 'f32' : 'f64',
          offset: offset + i * scalarBytes[type.scalar],
          scalar: type.scalar,
          factor: factorOf(module, field.name, type),
          bound: exact ? Number.POSITIVE_INFINITY : boundOf(field.name),
        });
      }
    }
    offset += type.count * scalarBytes[type.scalar];
  }
  const size = Math.max(offset, module.size ?? 0);
  if (timeOffset < 0 || size > maxFrameBytes) return undefined;
  const type = (module.type ?? name).slice(0, 40);
  const gps = exact ? undefined : gpsColumns(sourceNames, type);
  const rateHz = module.rate && module.rate > 0 && Number.isFinite(module.rate) ? module.rate : 1;
  return { id: module.id, name, type, rateHz, size, timeOffset, columns, gps };
}

function factorOf(module: ModuleDescription, field: string, type: FieldType): number {
  const prefix = field.split('_', 1)[0] ?? '';
  const own = type.scalar === 'int16' ? module[`${prefix}_factor`] : undefined;
  const general = type.scalar === 'int16' || type.scalar === 'uint16' ? module.factor : undefined;
  const factor = own ?? general;
  return typeof factor === 'number' && Number.isFinite(factor) ? factor : 1;
}

function boundOf(field: string): number {
  if (field.startsWith('acc_')) return 600;
  if (field.startsWith('gyro_')) return 5000;
  return field.startsWith('mag_') ? 100 : Number.POSITIVE_INFINITY;
}

function gpsColumns(names: readonly string[], type: string): GpsColumns | undefined {
  const combined = names.some((name) => name.startsWith('gps_'));
  if (!combined && type !== 'gps') return undefined;
  const prefix = combined ? 'gps_' : '';
  return {
    nSat: names.indexOf(`${prefix}nSat`),
    latitude: names.indexOf(`${prefix}latitude`),
    longitude: names.indexOf(`${prefix}longitude`),
    columns: names.flatMap((name, i) => (name.startsWith(prefix) ? [i] : [])),
    pure: !combined,
  };
}
