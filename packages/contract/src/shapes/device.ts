import { deviceStates } from '@sillage/domain/states';
import { z } from 'zod';
import { Translated } from '../errors.ts';
import { limits } from '../limits.ts';
import { LiveSelection } from './live-selection.ts';
import { Id, PathId, Quantity, recordOf } from './primitives.ts';

/** A device in a path: of which client, by its number. */
export const DeviceParams = z.object({ clientId: PathId, deviceNumber: PathId });

export const DeviceState = z.enum(deviceStates);
export type DeviceState = z.infer<typeof DeviceState>;

export const RealtimeDataKey = z.object({
  /** `module.variable` */
  name: z.string(),
  description: Translated,
  unit: z.string(),
  /** Decimals to print. */
  precision: z.int(),
});
export type RealtimeDataKey = z.infer<typeof RealtimeDataKey>;

/** What keeps a device from being recorded as it should. */
export const DeviceProblem = z.object({
  /** `device.notDescribed`, `clock.wrong`, `connection.unsteady`, `journal.full`, `journal.failing`; others may come. */
  code: z.string(),
  message: Translated,
});
export type DeviceProblem = z.infer<typeof DeviceProblem>;

/** Everything known of a device now: its row, and its live status when connected. */
export const DeviceStatus = z.object({
  id: Id,
  number: z.int(),
  name: z.string(),
  type: z.enum(['maxi', 'mini', 'hub', 'other']),
  serial_number: z.string(),
  client_id: Id,
  client: z.object({ id: Id, name: z.string() }),
  group_id: Id.nullable(),
  users: z.array(z.object({ id: Id, firstname: z.string(), lastname: z.string() })),
  is_connected: z.boolean(),
  state: DeviceState,
  /** %, 0–100; null when unknown. */
  battery: z.number().nullable(),
  version: z.string().nullable(),
  /** Device clock, s since 1970. */
  epoch: z.number().nullable(),
  modules: z.record(z.string(), z.object({ is_connected: z.boolean(), type: z.string(), rate: z.number() })),
  /** `record.cmd_start` → the RPC method that does it, e.g. `v1.record.rec.start`. */
  features: z.record(z.string(), z.record(z.string(), z.string())),
  realtime_data_keys: z.array(RealtimeDataKey),
  /** s since the record's start; null when not recording. */
  recTime: z.number().nullable(),
  deviceRecId: z.int().nullable(),
  /** s; the device's clock minus the server's, at its last report; absent or null when unknown. */
  clock_drift: z.number().nullish(),
  /** Blocks of the running record that came, and those before the last that did not, yet; absent or null when none runs. */
  link: z.object({ received: z.int(), missing: z.int() }).nullish(),
  /** Whether what it records reaches the server's disk; what does not is asked of the device again. */
  journal: z.enum(['ok', 'full', 'failing']),
  /** Field of the device's last description of itself for which it was refused, and why; null when it was taken. */
  meta_problem: z.string().nullable(),
  /** What somebody should mend; absent where nothing is known of the device now. */
  problems: z.array(DeviceProblem).optional(),
  /** ISO 8601; when the device was last heard. */
  last_seen: z.string().nullable(),
  /** As administered. Comments appear to those whose they are; in lists and in rooms of the socket, only `comment`. */
  enabled: z.boolean().optional(),
  created_date: z.string().optional(),
  client_name: z.string().optional(),
  group_name: z.string().nullable().optional(),
  comment: z.string().optional(),
  manager_comment: z.string().optional(),
  admin_comment: z.string().optional(),
  other_data: z.record(z.string(), z.unknown()).optional(),
});
export type DeviceStatus = z.infer<typeof DeviceStatus>;

/** A patch of a device's status, to be deep-merged. */
export const DeviceStatusPatch = DeviceStatus.partial().extend({ number: z.int() });
export type DeviceStatusPatch = z.infer<typeof DeviceStatusPatch>;

/** Live samples of one device: per module its time axis and value arrays of equal length, 3 decimals. */
export const LiveData = z.object({
  number: z.int(),
  recTime: z.number().nullable(),
  deviceRecId: z.int().nullable(),
  data: z.record(z.string(), z.record(z.string(), z.array(z.number().nullable()))),
  /** Of the record that it makes, by number, the last of them (`limits.liveSelectionsShown`). */
  selections: z.array(LiveSelection),
});
export type LiveData = z.infer<typeof LiveData>;

/** Values that are computed of a device's live samples, by name. */
export const Indicators = z.object({
  number: z.int(),
  recTime: z.number().nullable(),
  indicators: z.record(
    z.string(),
    z.object({
      type: z.enum(['number', 'chrono']),
      /** null: not known yet, or what it is made of stopped. */
      value: z.number().nullable(),
      unit: z.string(),
      precision: z.int(),
      /** s of the record, or of the stream while idle: when the value was measured. */
      at: z.number().nullable(),
    }),
  ),
});
export type Indicators = z.infer<typeof Indicators>;

export const RecordUpdate = z.object({
  record_ids: z.array(Id),
  reason: z.enum(['created', 'updated', 'decoded', 'deleted']),
});
export type RecordUpdate = z.infer<typeof RecordUpdate>;

/** Of a device: names of modules, and of `module.variable`. */
const ModuleName = z.string().max(40);
const maxModules = 255;

export const RealtimeRequest = z.object({
  /** Names, or an object whose keys they are. */
  modules: z
    .union([z.array(ModuleName).max(maxModules), recordOf(ModuleName, z.unknown(), maxModules)])
    .nullable()
    .optional(),
  realtime_data_keys: z.array(z.string().max(81)).max(limits.jsonBodyMembers).nullable().optional(),
});

export const RpcRequest = z
  .object({
    method: z.string().max(100).optional(),
    feature: z.string().max(50).optional(),
    cmd_type: z.string().max(50).optional(),
    params: recordOf(z.string().max(100), z.unknown(), 1000).default({}),
    /** s; −1 = the server's default. */
    timeout: Quantity.default(-1),
    wait_for_result: z.boolean().default(true),
  })
  .refine((body) => body.method !== undefined || (body.feature !== undefined && body.cmd_type !== undefined), {
    error: 'required',
    path: ['method'],
  });
