import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { entityEndpoints } from '../entity-endpoints.ts';
import { limits } from '../limits.ts';
import {
  CloudUrl,
  CloudUrlCreate,
  CloudUrlEdit,
  CloudUrlQuery,
  CurrentCloud,
  Device,
  DeviceCreate,
  DeviceCreated,
  DeviceEdit,
  DeviceQuery,
  DeviceReleaseCreate,
  DeviceReleaseEdit,
  DeviceSecret,
  DeviceType,
  HardwareVersion,
  Hub,
  HubCreate,
  HubEdit,
  HubQuery,
  MecaSensor,
  MecaSensorCreate,
  MecaSensorEdit,
  MecaSensorQuery,
  Module,
  ModuleCreate,
  ModuleEdit,
  ModuleQuery,
  NextDeviceNumber,
  Release,
  ReleaseCreate,
  ReleaseEdit,
  ReleaseQuery,
} from '../shapes/equipment.ts';
import { ClientIdParams, Id, IdParams, listOf } from '../shapes/primitives.ts';

const deviceEntity = entityEndpoints({
  name: 'Device',
  path: '/devices',
  shape: Device,
  create: DeviceCreate,
  edit: DeviceEdit,
  query: DeviceQuery,
  access: { read: 'device.read', edit: 'device.edit', create: 'device.create', delete: 'device.delete' },
});
export const deviceEndpoints = {
  ...deviceEntity,
  create: endpoint({ ...deviceEntity.create, reply: DeviceCreated }),
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
  summary: 'Id, number and name of every device that the caller may see, for choices',
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

export const hubEndpoints = entityEndpoints({
  name: 'Hub',
  path: '/mallettes',
  shape: Hub,
  create: HubCreate,
  edit: HubEdit,
  query: HubQuery,
  access: { read: 'hub.read', edit: 'hub.edit', create: 'hub.edit', delete: 'hub.edit' },
});
export const {
  list: listHubs,
  read: readHub,
  create: createHub,
  edit: editHub,
  delete: deleteHub,
  deletion: describeHubDeletion,
} = hubEndpoints;
export const readCurrentHub = endpoint({
  name: 'readCurrentHub',
  method: 'GET',
  path: '/utils/current_mallette',
  access: 'signedIn',
  summary: 'The hub that this server is; 406 in the cloud',
  reply: Hub,
});
export const setHubId = endpoint({
  name: 'setHubId',
  method: 'POST',
  path: '/utils/mallette_id',
  access: 'hub.edit',
  summary: 'Gives this hub its ID; 406 in the cloud',
  body: z.object({
    id: z.int({ error: 'integer' }).min(0, { error: 'deviceSerial' }).max(9999, { error: 'deviceSerial' }),
  }),
  reply: Hub,
});

export const moduleEndpoints = entityEndpoints({
  name: 'Module',
  path: '/modules',
  shape: Module,
  create: ModuleCreate,
  edit: ModuleEdit,
  query: ModuleQuery,
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

const releaseAccess = {
  read: 'release.read',
  edit: 'release.edit',
  create: 'release.edit',
  delete: 'release.edit',
} as const;
const upload = { multipart: true, maxUploadBytes: limits.firmwareBytes };
const releaseShapes = { shape: Release, query: ReleaseQuery, ...upload };
export const deviceReleaseEndpoints = entityEndpoints({
  name: 'DeviceRelease',
  path: '/device_releases',
  ...releaseShapes,
  create: DeviceReleaseCreate,
  edit: DeviceReleaseEdit,
  access: releaseAccess,
});
export const {
  list: listDeviceReleases,
  read: readDeviceRelease,
  create: createDeviceRelease,
  edit: editDeviceRelease,
  delete: deleteDeviceRelease,
  deletion: describeDeviceReleaseDeletion,
} = deviceReleaseEndpoints;
export const hardwareReleaseEndpoints = entityEndpoints({
  name: 'HardwareRelease',
  path: '/hardware_releases',
  ...releaseShapes,
  create: ReleaseCreate,
  edit: ReleaseEdit,
  access: releaseAccess,
});
export const {
  list: listHardwareReleases,
  read: readHardwareRelease,
  create: createHardwareRelease,
  edit: editHardwareRelease,
  delete: deleteHardwareRelease,
  deletion: describeHardwareReleaseDeletion,
} = hardwareReleaseEndpoints;
export const downloadDeviceRelease = endpoint({
  name: 'downloadDeviceRelease',
  method: 'GET',
  path: '/device_releases/:id/file',
  access: 'release.read',
  summary: 'The firmware file',
  params: IdParams,
  reply: 'bytes',
});
export const downloadHardwareRelease = endpoint({
  name: 'downloadHardwareRelease',
  method: 'GET',
  path: '/hardware_releases/:id/file',
  access: 'release.read',
  summary: 'The firmware file',
  params: IdParams,
  reply: 'bytes',
});
export const listAllHardwareReleases = endpoint({
  name: 'listAllHardwareReleases',
  method: 'GET',
  path: '/utils/hardware_releases',
  access: 'release.read',
  summary: 'Every hardware release, newest first',
  reply: listOf(Release),
});
export const addHardwareRelease = endpoint({
  name: 'addHardwareRelease',
  method: 'POST',
  path: '/utils/hardware_releases',
  access: 'release.edit',
  status: 201,
  ...upload,
  summary: 'Same as POST /hardware_releases',
  body: ReleaseCreate,
  reply: Release,
});

export const cloudUrlEndpoints = entityEndpoints({
  name: 'CloudUrl',
  path: '/cloud_urls',
  shape: CloudUrl,
  create: CloudUrlCreate,
  edit: CloudUrlEdit,
  query: CloudUrlQuery,
  access: { read: 'cloudUrl.read', edit: 'cloudUrl.edit', create: 'cloudUrl.edit', delete: 'cloudUrl.edit' },
});
export const {
  list: listCloudUrls,
  read: readCloudUrl,
  create: createCloudUrl,
  edit: editCloudUrl,
  delete: deleteCloudUrl,
  deletion: describeCloudUrlDeletion,
} = cloudUrlEndpoints;
export const listAllCloudUrls = endpoint({
  name: 'listAllCloudUrls',
  method: 'GET',
  path: '/utils/cloud_url/all',
  access: 'cloudUrl.read',
  summary: 'Every cloud address that this hub knows',
  reply: listOf(CloudUrl),
});
export const addCloudUrl = endpoint({
  name: 'addCloudUrl',
  method: 'POST',
  path: '/utils/cloud_url/all',
  access: 'cloudUrl.edit',
  status: 201,
  summary: 'Same as POST /cloud_urls',
  body: CloudUrlCreate,
  reply: CloudUrl,
});
export const readCurrentCloud = endpoint({
  name: 'readCurrentCloud',
  method: 'GET',
  path: '/utils/cloud_url',
  access: 'signedIn',
  summary: 'The cloud that this hub sends to',
  reply: CurrentCloud,
});
export const chooseCloud = endpoint({
  name: 'chooseCloud',
  method: 'POST',
  path: '/utils/cloud_url',
  access: 'cloudUrl.edit',
  summary: 'Chooses the cloud that this hub sends to, one of the known ones; null = none',
  body: z.object({ url: z.string().trim().max(500, { error: 'maxLength' }).nullable() }),
  reply: CurrentCloud,
});

export const listClientHubs = endpoint({
  name: 'listClientHubs',
  method: 'GET',
  path: '/clients/:clientId/mallettes',
  access: 'hub.read',
  summary: 'The hubs that serve a client',
  params: ClientIdParams,
  reply: listOf(Hub),
});
