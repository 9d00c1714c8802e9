import { z } from 'zod';
import { IdList, listQuery } from '../entity-endpoints.ts';
import { Translated } from '../errors.ts';
import { DeviceSerial, JsonText, LongText, line, VersionText } from '../rules.ts';
import { DeviceStatus } from './device.ts';
import { Id } from './primitives.ts';

const Flag = z.boolean();
const Ids = z.array(Id).max(1000);
const ofClients = { clientIds: Ids.default([]) };

export const DeviceType = z.enum(['maxi', 'mini', 'hub']);
/** `2.0` or `20` means hardware version 20. */
export const HardwareVersion = z
  .union([z.int().min(0).max(99), z.string().regex(/^\d{1,2}$|^\d\.\d$/, { error: 'version' })], { error: 'version' })
  .transform((v) => (typeof v === 'number' ? v : Number(v.replace('.', ''))));

/** A device as administered, with what is known of it now. Comments appear to those whose they are. */
export const Device = DeviceStatus.extend({
  type: z.enum(['maxi', 'mini', 'hub', 'other']),
  uid: z.string(),
  serial_number: z.string(),
  enabled: Flag,
  created_date: z.string(),
  client_name: z.string(),
  group_name: z.string().nullable(),
  manager_comment: z.string().optional(),
  admin_comment: z.string().optional(),
  comment: z.string(),
  other_data: z.record(z.string(), z.unknown()),
});
export type Device = z.infer<typeof Device>;
const DeviceFields = z.object({
  name: line(100),
  serial_number: z.string().trim().max(100, { error: 'maxLength' }),
  enabled: Flag,
  client_id: Id,
  group_id: Id.nullable(),
  /** Athletes paired with it. */
  users: IdList,
  manager_comment: LongText,
  admin_comment: LongText,
  comment: LongText,
  other_data: z.record(z.string().max(100), z.unknown()),
});
/** Its number whole, or by family, hardware version and the 4 digits that people type. */
export const DeviceCreate = DeviceFields.partial()
  .extend({
    number: z
      .int({ error: 'deviceNumber' })
      .min(10_000_000, { error: 'deviceNumber' })
      .max(39_999_999, { error: 'deviceNumber' })
      .optional(),
    type: DeviceType.optional(),
    version: HardwareVersion.optional(),
    serial: DeviceSerial.optional(),
  })
  .refine((d) => d.number !== undefined || (d.type !== undefined && d.serial !== undefined), {
    error: 'required',
    path: ['serial'],
  });
export type DeviceCreate = z.infer<typeof DeviceCreate>;
export const DeviceEdit = DeviceFields.partial();
export type DeviceEdit = z.infer<typeof DeviceEdit>;
export const DeviceQuery = listQuery(['name', 'number', 'created_date', 'id'], {
  ...ofClients,
  groupIds: Ids.default([]),
  types: z.array(z.enum(['maxi', 'mini', 'hub', 'other'])).default([]),
  enabled: z.boolean().nullish(),
});
export type DeviceQuery = z.infer<typeof DeviceQuery>;
/** Answer of adding a device or renewing its secret; shown once, kept as a hash. */
export const DeviceSecret = z.object({ number: z.int(), secret: z.string() });
export const NextDeviceNumber = z.object({ number: z.int(), serial: z.int(), type: DeviceType, version: z.int() });

export const Hub = z.object({
  id: Id,
  uid: z.string(),
  number: z.int(),
  name: z.string(),
  /** Serves every client; otherwise those whose `mallette_ids` name it. */
  allclients: Flag,
  cloud_enabled: Flag,
  auto_send: Flag,
  version: z.string().nullable(),
  last_seen: z.string().nullable(),
  comment: z.string(),
  client_ids: z.array(Id),
  /** This very server. */
  is_current: Flag,
});
export type Hub = z.infer<typeof Hub>;
const HubFields = z.object({
  number: z.int({ error: 'integer' }).min(0, { error: 'deviceSerial' }).max(9999, { error: 'deviceSerial' }),
  name: line(100),
  allclients: Flag,
  cloud_enabled: Flag,
  auto_send: Flag,
  comment: LongText,
  client_ids: IdList,
});
export const HubCreate = HubFields.partial().required({ number: true, name: true });
export const HubEdit = HubFields.partial();
export const HubQuery = listQuery(['number', 'name', 'id'], ofClients);

/** A measuring part that plugs into a device: IMU, GPS, oarlock, force plate. */
export const Module = z.object({
  id: Id,
  uid: z.string(),
  name: z.string(),
  type: z.string(),
  serial_number: z.string(),
  version: z.string().nullable(),
  client_id: Id,
  client_name: z.string(),
  device_id: Id.nullable(),
  device_name: z.string().nullable(),
  enabled: Flag,
  comment: z.string(),
});
export type Module = z.infer<typeof Module>;
const ModuleFields = z.object({
  name: line(100),
  type: line(50),
  serial_number: z.string().trim().max(100, { error: 'maxLength' }),
  version: VersionText.nullable(),
  client_id: Id,
  device_id: Id.nullable(),
  enabled: Flag,
  comment: LongText,
});
export const ModuleCreate = ModuleFields.partial().required({ name: true, type: true });
export const ModuleEdit = ModuleFields.partial();
export const ModuleQuery = listQuery(['name', 'type', 'id'], { ...ofClients, deviceIds: Ids.default([]) });

/** A mechanical sensor with its calibration line: value = gain × raw + offset. */
export const MecaSensor = z.object({
  id: Id,
  uid: z.string(),
  name: z.string(),
  type: z.string(),
  serial_number: z.string(),
  unit: z.string(),
  gain: z.number(),
  offset: z.number(),
  calibrated_date: z.string().nullable(),
  client_id: Id,
  client_name: z.string(),
  comment: z.string(),
});
export type MecaSensor = z.infer<typeof MecaSensor>;
const MecaSensorFields = z.object({
  name: line(100),
  type: line(50),
  serial_number: z.string().trim().max(100, { error: 'maxLength' }),
  unit: z.string().trim().max(20, { error: 'maxLength' }),
  gain: z.number({ error: 'number' }),
  offset: z.number({ error: 'number' }),
  /** `yyyy-mm-dd` */
  calibrated_date: z.iso.date({ error: 'date' }).nullable(),
  client_id: Id,
  comment: LongText,
});
export const MecaSensorCreate = MecaSensorFields.partial().required({ name: true, type: true });
export const MecaSensorEdit = MecaSensorFields.partial();
export const MecaSensorQuery = listQuery(['name', 'type', 'id'], ofClients);

/** A firmware: of devices, or of the hardware below them. The file is a `.bin`. */
export const Release = z.object({
  id: Id,
  uid: z.string(),
  version: z.string(),
  /** Device family for device releases; free word for hardware. */
  target: z.string(),
  /** Hardware version that it is for; null = any. */
  hardware_version: z.int().nullable(),
  filename: z.string(),
  /** bytes */
  size: z.int(),
  /** hex */
  sha256: z.string(),
  notes: Translated,
  created_date: z.string(),
});
export type Release = z.infer<typeof Release>;
const ReleaseFields = z.object({
  version: VersionText,
  target: line(50),
  hardware_version: HardwareVersion.nullable(),
  notes: z.object({ fr: LongText, en: LongText }),
});
export const ReleaseCreate = ReleaseFields.partial().required({ version: true, target: true });
export const ReleaseEdit = ReleaseFields.partial();
export const ReleaseQuery = listQuery(['version', 'created_date', 'target', 'id'], {});

export const CloudUrl = z.object({ id: Id, uid: z.string(), name: z.string(), url: z.string(), is_master_cloud: Flag });
export type CloudUrl = z.infer<typeof CloudUrl>;
const CloudUrlFields = z.object({
  name: line(100),
  url: z
    .string({ error: 'required' })
    .trim()
    .min(1, { error: 'required' })
    .max(500)
    .pipe(z.url({ protocol: /^https?$/, error: 'url' })),
  is_master_cloud: Flag,
});
export const CloudUrlCreate = CloudUrlFields.partial().required({ name: true, url: true });
export const CloudUrlEdit = CloudUrlFields.partial();
export const CloudUrlQuery = listQuery(['name', 'id'], {});
export const CurrentCloud = z.object({ url: z.string().nullable(), is_master_cloud: Flag });

/** What a device measures with: a JSON text, `{"modules": {name: {type, enabled, rate, …}}}`. */
export const Config = z.object({
  id: Id,
  uid: z.string(),
  name: z.string(),
  client_id: Id,
  client_name: z.string(),
  config: z.string(),
  comment: z.string(),
});
export type Config = z.infer<typeof Config>;
const ConfigFields = z.object({ name: line(100), client_id: Id, config: JsonText, comment: LongText });
export const ConfigCreate = ConfigFields.partial().required({ name: true, config: true });
export const ConfigEdit = ConfigFields.partial();
export const ConfigQuery = listQuery(['name', 'id'], ofClients);

/** What `config` of a configuration must be when parsed. Unknown keys are kept. */
export const ConfigContent = z.object({
  modules: z.record(
    z.string().regex(/^[\w-]{1,50}$/, { error: 'invalidFormat' }),
    z.looseObject({
      type: z.string().max(50),
      enabled: z.boolean().default(true),
      rate: z.int({ error: 'frequency' }).min(0, { error: 'frequency' }).max(5000, { error: 'frequency' }).optional(),
      realtimeRate: z
        .int({ error: 'frequency' })
        .min(0, { error: 'frequency' })
        .max(5000, { error: 'frequency' })
        .optional(),
      important: z.boolean().optional(),
      calib_type: z.string().max(50).nullish(),
      data: z.array(z.unknown()).max(1000).optional(),
    }),
  ),
});
export type ConfigContent = z.infer<typeof ConfigContent>;

export const SensorParameter = z.object({
  type: z.enum(['int', 'float', 'string', 'bool']),
  default: z.union([z.number(), z.string().max(500), z.boolean(), z.null()]),
});
/** A kind of sensor and its part of a configuration, with `{parameter}` holes. */
export const Sensor = z.object({
  id: Id,
  uid: z.string(),
  name: z.string(),
  type: z.string(),
  advanced: Flag,
  allclients: Flag,
  comment: z.string(),
  parameters: z.record(z.string(), SensorParameter),
  config: z.string(),
});
export type Sensor = z.infer<typeof Sensor>;
const SensorFields = z.object({
  name: line(100),
  type: line(50),
  advanced: Flag,
  allclients: Flag,
  comment: LongText,
  parameters: z.record(z.string().regex(/^\w{1,50}$/, { error: 'invalidFormat' }), SensorParameter),
  config: z.string().max(200_000, { error: 'maxLength' }),
});
export const SensorCreate = SensorFields.partial().required({ name: true, type: true });
export const SensorEdit = SensorFields.partial();
export const SensorQuery = listQuery(['name', 'type', 'id'], ofClients);
