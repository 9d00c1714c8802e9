import { endpoint } from '../endpoint.ts';
import { entityEndpoints } from '../entity-endpoints.ts';
import { limits } from '../limits.ts';
import {
  DeviceReleaseCreate,
  DeviceReleaseEdit,
  Release,
  ReleaseCreate,
  ReleaseEdit,
  ReleaseQuery,
} from '../shapes/equipment.ts';
import { IdParams, listOf } from '../shapes/primitives.ts';

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
  otherStatuses: [206],
});
export const downloadHardwareRelease = endpoint({
  name: 'downloadHardwareRelease',
  method: 'GET',
  path: '/hardware_releases/:id/file',
  access: 'release.read',
  summary: 'The firmware file',
  params: IdParams,
  reply: 'bytes',
  otherStatuses: [206],
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
