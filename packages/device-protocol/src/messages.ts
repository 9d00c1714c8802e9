import { deviceStates } from '@sillage/domain/states';
import { z } from 'zod';
import { DeviceConfig, DeviceConfigChange } from './device-config.ts';
import { firmwareMethods } from './firmware.ts';
import { maxModules, Name } from './names.ts';

const maxNameLength = 40;

/** For people; half of a surrogate pair and control characters, which databases and files refuse, are replaced. */
const Text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .overwrite((text) => text.toWellFormed().replace(/\p{Cc}/gu, ' '));

/** How a column's values lie in a block. All little-endian. */
export const ColumnType = z.enum(['int16', 'int32', 'float32']);
export type ColumnType = z.infer<typeof ColumnType>;

export const ColumnMeta = z.object({
  name: Name,
  unit: Text(20),
  type: ColumnType,
  /** value = raw × scale + offset, in float64. For float32 use 1 and 0. */
  scale: z.number().default(1),
  offset: z.number().default(0),
  description: z.object({ fr: Text(100), en: Text(100) }),
  /** Decimals to print. */
  precision: z.int().min(0).max(9).default(2),
});
export type ColumnMeta = z.infer<typeof ColumnMeta>;

export const ModuleMeta = z.object({
  /** Unique within the device; first field of a block. */
  id: z.int().min(1).max(255),
  type: Text(40),
  /** Nominal rate. */
  rateHz: z.number().positive().max(5000),
  /** Decimated rate of the live curves. */
  realtimeRateHz: z.number().positive().max(100),
  /**
   * `regular`: sample i is at first + i / rateHz. `stamped`: each sample carries its own time, a uint32 column of
   * µs after the block's first sample time, before the value columns.
   */
  timing: z.enum(['regular', 'stamped']),
  columns: z.array(ColumnMeta).min(1).max(64).overwrite(nameOnce),
});
export type ModuleMeta = z.infer<typeof ModuleMeta>;

/**
 * Columns that a table can hold: a second `a` becomes `a_2`, and `T`, which is the time of every table, `T_2`. Tables are
 * also read by programs that do not tell `a` from `A`.
 */
function nameOnce(columns: readonly ColumnMeta[]): ColumnMeta[] {
  const taken = new Set(['t']);
  return columns.map((column) => {
    let { name } = column;
    for (let n = 2; taken.has(name.toLowerCase()); n++) {
      const ending = `_${n}`;
      name = column.name.slice(0, maxNameLength - ending.length) + ending;
    }
    taken.add(name.toLowerCase());
    return { ...column, name };
  });
}

/** Bytes of a published meta at most. */
export const maxMetaBytes = 65_536;

/** Retained on `meta`: what a device is and how its blocks are to be read. Published before the first block. */
export const DeviceMeta = z.object({
  protocol: z.literal(1),
  number: z.int().positive(),
  name: Text(60),
  version: Text(20),
  modules: z.record(Name, ModuleMeta),
  /** Name → command → RPC method, e.g. `{"record": {"cmd_start": "v1.record.rec.start"}}`. */
  features: z.record(Text(100), z.record(Text(100), Text(100))),
});
export type DeviceMeta = z.infer<typeof DeviceMeta>;

/** Hz; a slower module would take longer than a record to tell two samples. */
const minRateHz = 0.001;
/** Beyond, samples leave the numbers that are stored. */
const maxFactor = 1e30;

/** A meta as taken from a device: what is kept of earlier ones may be less strict, and is read all the same. */
export const PublishedMeta = DeviceMeta.superRefine(({ modules }, { addIssue }) => {
  const ids = new Set<number>();
  for (const [name, { id, rateHz, realtimeRateHz, columns }] of Object.entries(modules)) {
    const refuse = (message: string, ...field: (string | number)[]) =>
      addIssue({ code: 'custom', path: ['modules', name, ...field], message });
    if (ids.has(id)) refuse('two modules have this id', 'id');
    ids.add(id);
    if (rateHz < minRateHz) refuse(`below ${minRateHz}`, 'rateHz');
    if (realtimeRateHz < minRateHz) refuse(`below ${minRateHz}`, 'realtimeRateHz');
    columns.forEach(({ scale, offset }, at) => {
      if (Math.abs(scale) > maxFactor) refuse(`beyond ${maxFactor}`, 'columns', at, 'scale');
      if (Math.abs(offset) > maxFactor) refuse(`beyond ${maxFactor}`, 'columns', at, 'offset');
    });
  }
});

export const ReportedState = z.enum(deviceStates);
export type ReportedState = z.infer<typeof ReportedState>;

/** Retained on `status`, at each change and every 5 s; the last will is `{"connected": false, "state": "off"}`. */
export const DeviceReport = z.object({
  connected: z.boolean(),
  state: ReportedState,
  /** % */
  battery: z.number().min(0).max(100).optional(),
  /** Device clock, µs since 1970. */
  clockUs: z.number().int().nonnegative().optional(),
  modules: z.record(Name, z.object({ connected: z.boolean() })).optional(),
  /** The running record; absent or null when none. */
  record: z
    .object({ id: z.int().positive().max(0xffffffff), startUs: z.number().int().nonnegative() })
    .nullable()
    .optional(),
});
export type DeviceReport = z.infer<typeof DeviceReport>;

/** Bytes of a status or an RPC answer at most. */
export const maxMessageBytes = 65_536;

export const RpcCall = z.object({
  id: z.string().max(64),
  method: z.string().max(100),
  params: z.record(z.string(), z.unknown()),
});
export type RpcCall = z.infer<typeof RpcCall>;

export const RpcAnswer = z.union([
  z.object({ id: z.string().max(64), result: z.unknown() }).refine((a) => 'result' in a),
  z.object({ id: z.string().max(64), error: z.object({ code: z.string().max(60), message: z.string().max(300) }) }),
]);
export type RpcAnswer = z.infer<typeof RpcAnswer>;

/** Blocks carry it as uint32. */
export const maxRecordId = 0xffffffff;
/** Blocks of one module in a record, at most: ten days of more than a hundred a second. */
export const maxBlocks = 100_000_000;
/** A record kept by the device. `blocks` = number of blocks per module, sequences 0 … blocks−1; 0 for one that has none. */
export const StoredRecord = z.object({
  id: z.int().positive().max(maxRecordId),
  startUs: z.int().nonnegative(),
  stopUs: z.int().nonnegative().nullable(),
  blocks: z
    .record(Name, z.int().nonnegative().max(maxBlocks))
    .refine((blocks) => Object.keys(blocks).length > 0, 'no module')
    .refine((blocks) => Object.keys(blocks).length <= maxModules, `more than ${maxModules} modules`),
});
export type StoredRecord = z.infer<typeof StoredRecord>;

/** Commands of version 1: parameters and results. */
export const rpcMethods = {
  /** Starts a record; the device goes starting_record → record. */
  'v1.record.rec.start': { params: z.object({}), result: z.object({ recordId: z.int().positive() }) },
  /** Stops it: stopping_record → idle. The answer comes once the last block is in the device's memory. */
  'v1.record.rec.stop': { params: z.object({}), result: StoredRecord },
  /**
   * Stored records by id, at most `limit` of those above `after`; `more` when there are others. All of them from a device
   * that knows no pages.
   */
  'v1.record.rec.list': {
    params: z.object({ after: z.int().nonnegative().optional(), limit: z.int().min(1).max(1000).optional() }),
    // Each is a StoredRecord; one that is not must not hide the others.
    result: z.object({ records: z.array(z.unknown()), more: z.boolean().optional() }),
  },
  /** Publishes the asked blocks again on `block`, QoS 1, then answers how many it sent. At most 256 at once. */
  'v1.record.block.resend': {
    params: z.object({
      recordId: z.int().positive(),
      module: Name,
      sequences: z.array(z.int().nonnegative()).max(256),
    }),
    result: z.object({ sent: z.int().nonnegative() }),
  },
  /** The hub has the whole record in its journal: the device may free it. */
  'v1.record.rec.delete': { params: z.object({ recordId: z.int().positive() }), result: z.object({}) },
  /** Streams live blocks (record id 0) of these modules while idle, for `holdSeconds`; all modules when absent. */
  'v1.realtime.set': {
    params: z.object({ modules: z.array(Name).optional(), holdSeconds: z.number().positive() }),
    result: z.object({}),
  },
  'v1.clock.get': { params: z.object({}), result: z.object({ clockUs: z.number().int() }) },
  'v1.clock.set': { params: z.object({ clockUs: z.number().int() }), result: z.object({}) },
  'v1.device.rename': { params: z.object({ name: Text(60).trim().min(1) }), result: z.object({}) },
  /** How its modules are set. */
  'v1.config.get': { params: z.object({}), result: DeviceConfig },
  /** All of it or nothing; never during a record. Answers how the modules are set then, and publishes meta again. */
  'v1.config.set': { params: DeviceConfigChange, result: DeviceConfig },
  ...firmwareMethods,
} as const;
export type RpcMethod = keyof typeof rpcMethods;
