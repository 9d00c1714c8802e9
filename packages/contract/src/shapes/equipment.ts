import { z } from 'zod';
import { IdList, listQuery } from '../entity-endpoints.ts';
import { Translated } from '../errors.ts';
import { type FieldRights, inOneClient } from '../field-rights.ts';
import { inEachLanguage } from '../languages.ts';
import { limits } from '../limits.ts';
import { aboveCoaches, onlyAdmins } from '../permissions.ts';
import { DeviceSerial, givenText, LongText, line, Timezone, VersionText } from '../rules.ts';
import { DeviceStatus } from './device.ts';
import { filter, Id, idFilter, Quantity, recordOf } from './primitives.ts';

const Flag = z.boolean();
const ofClients = { clientIds: idFilter() };

export const DeviceType = z.enum(['maxi', 'mini', 'hub']);
/** First digits of a number: maxi, mini, hub. */
const deviceFamilyNumbers: ReadonlySet<number> = new Set([10, 20, 30]);
/** `2.0` or `20` means hardware version 20. */
export const HardwareVersion = z
  .union([z.int().min(0).max(99), z.string().regex(/^\d{1,2}$|^\d\.\d$/, { error: 'version' })], { error: 'version' })
  .transform((v) => (typeof v === 'number' ? v : Number(v.replace('.', ''))));

/** A device as administered, with what is known of it now. Comments appear to those whose they are. */
export const Device = DeviceStatus.extend({
  type: z.enum(['maxi', 'mini', 'hub', 'other']),
  uid: z.string(),
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
  other_data: recordOf(z.string().max(100), z.unknown(), 1000),
});
/** Its number whole, or by family, hardware version and the 4 digits that people type. */
export const DeviceCreate = DeviceFields.partial()
  .extend({
    number: z
      .int({ error: 'deviceNumber' })
      .min(10_000_000, { error: 'deviceNumber' })
      .max(39_999_999, { error: 'deviceNumber' })
      .refine((number) => deviceFamilyNumbers.has(Math.floor(number / 1_000_000)), { error: 'deviceNumber' })
      .refine((number) => Math.floor(number / 10_000) !== 1000 + limits.replayHardware, { error: 'deviceNumber' })
      .optional(),
    type: DeviceType.optional().describe('With `serial`, where `number` is not given'),
    version: HardwareVersion.optional(),
    serial: DeviceSerial.optional().describe('With `type`; GET /devices/next answers a free one'),
  })
  .refine((d) => d.number !== undefined || d.serial !== undefined, { error: 'required', path: ['serial'] })
  .refine((d) => d.number !== undefined || d.type !== undefined, { error: 'required', path: ['type'] })
  .refine((d) => d.type !== 'maxi' || d.version !== limits.replayHardware, {
    error: 'deviceNumber',
    path: ['version'],
  })
  .refine((d) => d.number === undefined || (d.type ?? d.version ?? d.serial) === undefined, {
    error: 'deviceNumber',
    path: ['number'],
  });
export type DeviceCreate = z.infer<typeof DeviceCreate>;
export const DeviceEdit = DeviceFields.partial();
export type DeviceEdit = z.infer<typeof DeviceEdit>;
export const deviceRights = {
  ...inOneClient,
  serial_number: { write: aboveCoaches, start: '' },
  enabled: { write: aboveCoaches, start: true },
  other_data: { write: aboveCoaches, start: {} },
  manager_comment: { write: aboveCoaches, read: aboveCoaches, start: '' },
  admin_comment: { write: onlyAdmins, read: onlyAdmins, start: '' },
} as const satisfies FieldRights<keyof DeviceEdit>;
export const DeviceQuery = listQuery(['name', 'number', 'created_date', 'id'], {
  ...ofClients,
  groupIds: idFilter(),
  types: filter(z.array(z.enum(['maxi', 'mini', 'hub', 'other'])).max(100), []),
  enabled: filter(z.boolean().nullish(), null),
});
export type DeviceQuery = z.infer<typeof DeviceQuery>;
/** The only answer that holds the MQTT secret of a new device. */
export const DeviceCreated = Device.extend({ secret: z.string() });
export const DeviceSecret = z.object({ number: z.int(), secret: z.string() });
export const NextDeviceNumber = z.object({ number: z.int(), serial: z.int(), type: DeviceType, version: z.int() });

/** Of device numbers: a hub's is 30 vv nnnn, with its hardware version and the 4 digits that are its ID. */
const hubNumbers = { min: 30_000_000, max: 30_999_999, serials: limits.maxDeviceSerial + 1 };
/** A hub's ID: the 4 digits that people type, or the device number that ends with them. */
export const HubNumber = z
  .int({ error: 'integer' })
  .min(0, { error: 'deviceSerial' })
  .refine((number) => number < hubNumbers.serials || (number >= hubNumbers.min && number <= hubNumbers.max), {
    error: 'deviceSerial',
  })
  .transform((number) => number % hubNumbers.serials);

export const Hub = z.object({
  id: Id,
  uid: z.string(),
  /** The 4 digits of its device number: what people know it by. */
  number: z.int(),
  name: z.string(),
  /** Serves every client; otherwise those whose `mallette_ids` name it. */
  allclients: Flag,
  cloud_enabled: Flag,
  auto_send: Flag,
  /** Of what is recorded here for clients that have none of their own; null: nobody said. */
  timezone: z.string().nullable(),
  version: z.string().nullable(),
  last_seen: z.string().nullable(),
  comment: z.string(),
  client_ids: z.array(Id),
  /** This very server. */
  is_current: Flag,
});
export type Hub = z.infer<typeof Hub>;
const HubFields = z.object({
  number: HubNumber,
  name: line(100),
  allclients: Flag,
  cloud_enabled: Flag,
  auto_send: Flag,
  timezone: Timezone.nullable(),
  comment: LongText,
  client_ids: IdList,
});
export const HubCreate = HubFields.partial().required({ number: true, name: true });
export type HubCreate = z.infer<typeof HubCreate>;
export const HubEdit = HubFields.partial();
export type HubEdit = z.infer<typeof HubEdit>;
export const HubQuery = listQuery(['number', 'name', 'id'], ofClients);
export type HubQuery = z.infer<typeof HubQuery>;

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
export type ModuleEdit = z.infer<typeof ModuleEdit>;
export const ModuleQuery = listQuery(['name', 'type', 'id'], { ...ofClients, deviceIds: idFilter() });

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
  gain: z.number({ error: 'number' }).pipe(Quantity),
  offset: z.number({ error: 'number' }).pipe(Quantity),
  /** `yyyy-mm-dd` */
  calibrated_date: z.iso.date({ error: 'date' }).nullable(),
  client_id: Id,
  comment: LongText,
});
export const MecaSensorCreate = MecaSensorFields.partial().required({ name: true, type: true });
export const MecaSensorEdit = MecaSensorFields.partial();
export type MecaSensorEdit = z.infer<typeof MecaSensorEdit>;
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
  /** Ed25519 over family, version, size and SHA-256, and the key that it is by; base64. Made by this server unless one was given. */
  signature: z.string(),
  public_key: z.string(),
  notes: Translated,
  created_date: z.string(),
});
export type Release = z.infer<typeof Release>;
const ReleaseFields = z.object({
  version: VersionText,
  target: line(50),
  hardware_version: HardwareVersion.nullable(),
  notes: inEachLanguage(LongText),
  /** Both or none. */
  signature: z.base64({ error: 'invalidFormat' }).length(88, { error: 'invalidFormat' }),
  public_key: z.base64({ error: 'invalidFormat' }).length(44, { error: 'invalidFormat' }),
});
export const ReleaseCreate = ReleaseFields.partial().required({ version: true, target: true });
export type ReleaseCreate = z.infer<typeof ReleaseCreate>;
export const ReleaseEdit = ReleaseFields.partial();
export type ReleaseEdit = z.infer<typeof ReleaseEdit>;
/** Devices are updated by family. */
const ofFamily = {
  target: line(50).refine((target) => DeviceType.safeParse(target).success, { error: 'invalidFormat' }),
};
export const DeviceReleaseCreate = ReleaseCreate.extend(ofFamily);
export const DeviceReleaseEdit = ReleaseEdit.extend(ofFamily).partial();
export const ReleaseQuery = listQuery(['version', 'created_date', 'target', 'id'], {});
export type ReleaseQuery = z.infer<typeof ReleaseQuery>;

export const CloudUrl = z.object({ id: Id, uid: z.string(), name: z.string(), url: z.string(), is_master_cloud: Flag });
export type CloudUrl = z.infer<typeof CloudUrl>;
const CloudUrlFields = z.object({
  name: line(100),
  url: givenText()
    .trim()
    .min(1, { error: 'required' })
    .max(500)
    .pipe(z.url({ protocol: /^https?$/, error: 'url' }))
    .transform((url) => url.replace(/\/+$/, '')),
  is_master_cloud: Flag,
});
export const CloudUrlCreate = CloudUrlFields.partial().required({ name: true, url: true });
export type CloudUrlCreate = z.infer<typeof CloudUrlCreate>;
export const CloudUrlEdit = CloudUrlFields.partial();
export type CloudUrlEdit = z.infer<typeof CloudUrlEdit>;
export const CloudUrlQuery = listQuery(['name', 'id'], {});
export const CurrentCloud = z.object({ url: z.string().nullable(), is_master_cloud: Flag });
