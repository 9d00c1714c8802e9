import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { entityEndpoints } from '../entity-endpoints.ts';
import { inOneClient } from '../field-rights.ts';
import {
  Config,
  ConfigCreate,
  ConfigEdit,
  ConfigQuery,
  Sensor,
  SensorCreate,
  SensorEdit,
  SensorParameterValue,
  SensorQuery,
} from '../shapes/config.ts';
import { ConfiguredDevice, ResolvedConfig, SendConfig } from '../shapes/configuration.ts';
import { ClientIdParams, IdParams, listOf, recordOf } from '../shapes/primitives.ts';

export const configEndpoints = entityEndpoints({
  name: 'Config',
  path: '/configs',
  shape: Config,
  create: ConfigCreate,
  edit: ConfigEdit,
  query: ConfigQuery,
  rights: inOneClient,
  access: { read: 'config.read', edit: 'config.edit', create: 'config.edit', delete: 'config.edit' },
});
export const {
  list: listConfigs,
  read: readConfig,
  create: createConfig,
  edit: editConfig,
  delete: deleteConfig,
  deletion: describeConfigDeletion,
} = configEndpoints;
export const sensorEndpoints = entityEndpoints({
  name: 'Sensor',
  path: '/sensors',
  shape: Sensor,
  create: SensorCreate,
  edit: SensorEdit,
  query: SensorQuery,
  access: { read: 'sensor.read', edit: 'sensor.edit', create: 'sensor.edit', delete: 'sensor.edit' },
});
export const {
  list: listSensors,
  read: readSensor,
  create: createSensor,
  edit: editSensor,
  delete: deleteSensor,
  deletion: describeSensorDeletion,
} = sensorEndpoints;
export const fillSensorTemplate = endpoint({
  name: 'fillSensorTemplate',
  method: 'POST',
  path: '/sensors/:id/fill',
  access: 'sensor.read',
  summary: 'The part of a configuration that a sensor makes with these parameters',
  params: IdParams,
  body: z.object({
    parameters: recordOf(z.string().max(50), SensorParameterValue, 200).default({}),
  }),
  reply: z.object({ config: z.record(z.string(), z.unknown()) }),
});

export const listClientConfigs = endpoint({
  name: 'listClientConfigs',
  method: 'GET',
  path: '/clients/:clientId/configs',
  access: 'config.read',
  summary: 'The configurations of a client',
  params: ClientIdParams,
  reply: listOf(Config),
});
export const listClientSensors = endpoint({
  name: 'listClientSensors',
  method: 'GET',
  path: '/clients/:clientId/sensors',
  access: 'sensor.read',
  summary: 'The sensors that a client may use',
  params: ClientIdParams,
  reply: listOf(Sensor),
});

export const resolveConfig = endpoint({
  name: 'resolveConfig',
  method: 'GET',
  path: '/configs/:id/resolved',
  access: 'config.read',
  summary: 'A configuration as devices get it, its sensor templates filled',
  params: IdParams,
  reply: ResolvedConfig,
});
export const previewConfig = endpoint({
  name: 'previewConfig',
  method: 'POST',
  path: '/configs/:id/preview',
  access: 'device.watch',
  summary: 'What a configuration would change on devices, which are asked how they are set; nothing is changed',
  params: IdParams,
  body: SendConfig,
  reply: listOf(ConfiguredDevice),
});
export const sendConfig = endpoint({
  name: 'sendConfig',
  method: 'POST',
  path: '/configs/:id/send',
  access: 'device.command',
  summary: 'Sends a configuration to devices and reads it back; answers for each what became of it',
  params: IdParams,
  body: SendConfig,
  reply: listOf(ConfiguredDevice),
});
