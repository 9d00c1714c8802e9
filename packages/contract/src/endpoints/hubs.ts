import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { entityEndpoints } from '../entity-endpoints.ts';
import {
  CloudUrl,
  CloudUrlCreate,
  CloudUrlEdit,
  CloudUrlQuery,
  CurrentCloud,
  Hub,
  HubCreate,
  HubEdit,
  HubNumber,
  HubQuery,
} from '../shapes/equipment.ts';
import { ClientIdParams, listOf } from '../shapes/primitives.ts';

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
  body: z.object({ id: HubNumber }),
  reply: Hub,
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
  summary: 'Same as POST /cloud_urls; 406 in the cloud',
  body: CloudUrlCreate,
  reply: CloudUrl,
});
export const readCurrentCloud = endpoint({
  name: 'readCurrentCloud',
  method: 'GET',
  path: '/utils/cloud_url',
  access: 'signedIn',
  summary: 'The cloud that this hub sends to; null in the cloud',
  reply: CurrentCloud,
});
export const chooseCloud = endpoint({
  name: 'chooseCloud',
  method: 'POST',
  path: '/utils/cloud_url',
  access: 'cloudUrl.edit',
  summary: 'Chooses the cloud that this hub sends to, one of the known ones; null = none. 406 in the cloud',
  body: z.object({ url: z.string().trim().max(500, { error: 'maxLength' }).nullable() }),
  reply: CurrentCloud,
});
