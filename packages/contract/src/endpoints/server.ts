import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  CachedTable,
  DiskRoom,
  FrontLog,
  LogPage,
  LogQuery,
  NeedUpdate,
  NeedUpdateQuery,
  Restart,
  Restartables,
  Restarting,
  ServerSettings,
  ServerSettingsInForce,
  Timezones,
} from '../shapes/server.ts';

export const writeFrontLog = endpoint({
  name: 'writeFrontLog',
  method: 'POST',
  path: '/front/logs',
  access: 'open',
  summary: 'What went wrong in a browser, into the server’s log',
  body: FrontLog,
  reply: 'nothing',
});
export const readLogs = endpoint({
  name: 'readLogs',
  method: 'GET',
  path: '/logs',
  access: 'log.read',
  summary: 'The newest lines of the log',
  query: LogQuery,
  reply: LogPage,
});
export const downloadLogs = endpoint({
  name: 'downloadLogs',
  method: 'GET',
  path: '/logs/file',
  access: 'log.read',
  summary: 'The whole log as a file',
  reply: 'bytes',
  contentTypes: ['text/plain'],
  otherStatuses: [206],
});
export const listTimezones = endpoint({
  name: 'listTimezones',
  method: 'GET',
  path: '/utils/timezones',
  access: 'open',
  summary: 'Every timezone that this server knows',
  reply: Timezones,
});
export const readRestartables = endpoint({
  name: 'readRestartables',
  method: 'GET',
  path: '/utils/restartables',
  access: 'server.read',
  summary: 'What of this server can be restarted',
  reply: Restartables,
});
export const restartServer = endpoint({
  name: 'restartServer',
  method: 'POST',
  path: '/utils/restart',
  access: 'server.edit',
  status: 202,
  summary: 'Restarts the app (about 10 s) or the hub (about 2 min), or switches the hub off',
  body: Restart,
  reply: Restarting,
});
export const readServerSettings = endpoint({
  name: 'readServerSettings',
  method: 'GET',
  path: '/settings',
  access: 'server.read',
  summary: 'What is set for the whole server',
  reply: ServerSettingsInForce,
});
export const editServerSettings = endpoint({
  name: 'editServerSettings',
  method: 'PUT',
  path: '/settings',
  access: 'server.edit',
  summary: 'Changes the settings that are given',
  body: ServerSettings.partial(),
  reply: ServerSettingsInForce,
});
export const readTerms = endpoint({
  name: 'readTerms',
  method: 'GET',
  path: '/terms',
  access: 'open',
  summary: 'The terms of use, the ISO day since when they read so, and the notice; in both languages',
  reply: ServerSettings.pick({ terms: true, notice: true }).extend({ terms_date: z.iso.date() }),
});
const asked = { method: 'GET', access: 'signedIn', query: NeedUpdateQuery, reply: NeedUpdate } as const;
export const needUpdate = endpoint({
  ...asked,
  name: 'needUpdate',
  path: '/utils/need_update/:table',
  params: z.object({ table: CachedTable }),
  summary: 'Whether a table changed since an epoch, for the caller’s client or the given one',
});
export const needDataUpdate = endpoint({
  ...asked,
  name: 'needDataUpdate',
  path: '/utils/need_update/data/:name',
  params: z.object({ name: z.string().max(100) }),
  summary: 'Whether data of this name (a table, terms, timezones, pdf_params, rec_params) changed since an epoch',
});
export const needTaskUpdate = endpoint({
  ...asked,
  name: 'needTaskUpdate',
  path: '/utils/need_update/task/:name',
  params: z.object({ name: z.string().max(100) }),
  summary: 'Whether a task of this name changed since an epoch',
});
/** Programs call it by this path. */
export const exampleDatabase = endpoint({
  name: 'exampleDatabase',
  method: 'POST',
  path: '/utils/database/example',
  access: 'backup.edit',
  summary: 'A backup to look at: the tables empty, or with example content (fill_example=true)',
  query: z.object({
    fill_example: z
      .enum(['true', 'false'])
      .default('false')
      .transform((v) => v === 'true'),
  }),
  reply: 'bytes',
  contentTypes: ['application/zip'],
});
export const readDisk = endpoint({
  name: 'readDisk',
  method: 'GET',
  path: '/utils/disk',
  access: 'device.command',
  summary: 'Whether the disk has room to record, and how much',
  reply: DiskRoom,
});
