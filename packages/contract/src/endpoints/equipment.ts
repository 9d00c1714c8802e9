import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { entityEndpoints } from '../entity-endpoints.ts';
import { inOneClient, May } from '../field-rights.ts';
import {
  Device,
  DeviceCreate,
  DeviceCreated,
  DeviceEdit,
  DeviceQuery,
  DeviceSecret,
  DeviceType,
  deviceRights,
  HardwareVersion,
  MecaSensor,
  MecaSensorCreate,
  MecaSensorEdit,
  MecaSensorQuery,
  Module,
  ModuleCreate,
  ModuleEdit,
  ModuleQuery,
  NextDeviceNumber,
} from '../shapes/equipment.ts';
import { ChoicesQuery, Id, IdParams, listOf } from '../shapes/primitives.ts';

const deviceEntity = entityEndpoints({
  name: 'Device',
  path: '/devices',
  shape: Device,
  create: DeviceCreate,
  edit: DeviceEdit,
  query: DeviceQuery,
  rights: deviceRights,
  access: { read: 'device.read', edit: 'device.edit', create: 'device.create', delete: 'device.delete' },
});
export const deviceEndpoints = {
  ...deviceEntity,
  create: endpoint({ ...deviceEntity.create, reply: DeviceCreated.extend({ may: May }) }),
};
export const {
  list: listDevices,
  read: readDevice,
  create: createDevice,
  edit: editDevice,
  delete: deleteDevice,
  deletion: describeDeviceDeletion,
} = deviceEndpoints;
export const listAllDevicesSoft = endpoint({
  name: 'listAllDevicesSoft',
  method: 'GET',
  path: '/devices/all/soft',
  access: 'device.read',
  summary: 'Id, number and name of every device that the caller may see, for choices; all unless a page is asked for',
  query: ChoicesQuery,
  reply: listOf(z.object({ id: Id, number: z.int(), name: z.string(), client_id: Id })),
});
export const readNextDeviceNumber = endpoint({
  name: 'readNextDeviceNumber',
  method: 'GET',
  path: '/devices/next',
  access: 'device.create',
  summary: 'The next free number of a family and hardware version',
  query: z.object({ type: DeviceType, version: z.union([HardwareVersion]).default(20) }),
  reply: NextDeviceNumber,
});
export const renewDeviceSecret = endpoint({
  name: 'renewDeviceSecret',
  method: 'POST',
  path: '/devices/:id/secret',
  access: 'device.create',
  summary: 'A new MQTT secret, shown once; the old one stops working',
  params: IdParams,
  reply: DeviceSecret,
});

export const moduleEndpoints = entityEndpoints({
  name: 'Module',
  path: '/modules',
  shape: Module,
  create: ModuleCreate,
  edit: ModuleEdit,
  query: ModuleQuery,
  rights: inOneClient,
  access: { read: 'module.read', edit: 'module.edit', create: 'module.edit', delete: 'module.edit' },
});
export const {
  list: listModules,
  read: readModule,
  create: createModule,
  edit: editModule,
  delete: deleteModule,
  deletion: describeModuleDeletion,
} = moduleEndpoints;

export const mecaSensorEndpoints = entityEndpoints({
  name: 'MecaSensor',
  path: '/meca_sensors',
  shape: MecaSensor,
  create: MecaSensorCreate,
  edit: MecaSensorEdit,
  query: MecaSensorQuery,
  rights: inOneClient,
  access: { read: 'mecaSensor.read', edit: 'mecaSensor.edit', create: 'mecaSensor.edit', delete: 'mecaSensor.edit' },
});
export const {
  list: listMecaSensors,
  read: readMecaSensor,
  create: createMecaSensor,
  edit: editMecaSensor,
  delete: deleteMecaSensor,
  deletion: describeMecaSensorDeletion,
} = mecaSensorEndpoints;
