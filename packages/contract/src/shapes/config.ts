import { z } from 'zod';
import { listQuery } from '../entity-endpoints.ts';
import { CalibrationType, FrequencyHz, JsonText, LongText, line } from '../rules.ts';
import { Id, idFilter, Quantity, recordOf } from './primitives.ts';

const Flag = z.boolean();
const ofClients = { clientIds: idFilter() };

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
      rate: FrequencyHz.optional(),
      realtimeRate: FrequencyHz.optional(),
      important: z.boolean().optional(),
      calib_type: CalibrationType.nullish(),
      data: z.array(z.unknown()).max(1000).optional(),
    }),
  ),
});
export type ConfigContent = z.infer<typeof ConfigContent>;

/** null = none. */
export const SensorParameterValue = z.union([Quantity, z.string().max(500), z.boolean(), z.null()]);
export type SensorParameterValue = z.infer<typeof SensorParameterValue>;
export const SensorParameter = z.object({
  type: z.enum(['int', 'float', 'string', 'bool']),
  default: SensorParameterValue,
});
/** A kind of sensor and its part of a configuration, `{"modules": …}`, with `{parameter}` holes. */
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
  parameters: recordOf(
    z
      .string()
      .max(50)
      .regex(/^\w{1,50}$/, { error: 'invalidFormat' }),
    SensorParameter,
    200,
  ),
  config: z.string().max(200_000, { error: 'maxLength' }),
});
export const SensorCreate = SensorFields.partial().required({ name: true, type: true });
export const SensorEdit = SensorFields.partial();
export type SensorEdit = z.infer<typeof SensorEdit>;
export const SensorQuery = listQuery(['name', 'type', 'id'], ofClients);
