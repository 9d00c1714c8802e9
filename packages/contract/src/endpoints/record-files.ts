import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PathId } from '../shapes/primitives.ts';
import { DownloadLink, downloadFormats, FileBody, FileQuery, FileSize, FileType } from '../shapes/record-data.ts';
import { TaskCreated } from '../shapes/task.ts';
import { videoContentTypes } from '../shapes/video.ts';

const fileTypes = [
  ...new Set(Object.values(downloadFormats).map(({ contentType }) => contentType.split(';', 1).join())),
  ...videoContentTypes,
];

export const downloadRecordFile = endpoint({
  name: 'downloadRecordFile',
  method: 'POST',
  path: '/records/:id/file/:fileType',
  access: 'record.read',
  summary:
    'A record as a file: raw (what was uploaded, as it came), decoded (CSV), stats, specific_stats (what analyses found), parquet, mcap, fit, gpx, tcx, nolio or zip; a film as video or zip, a session as its records. `pdf` and `c3d` are refused (422 `file.typeNotAvailable`), and so is what cannot be made',
  params: z.object({ id: PathId, fileType: FileType }),
  query: FileQuery,
  body: FileBody,
  reply: 'bytes',
  otherStatuses: [206],
  contentTypes: fileTypes,
});
export const linkRecordFile = endpoint({
  name: 'linkRecordFile',
  method: 'POST',
  path: '/records/:id/file/:fileType/link',
  access: 'record.read',
  summary: 'The same as an address that works once, for a minute and without a session: browsers stream it to the disk',
  params: downloadRecordFile.params,
  query: downloadRecordFile.query,
  body: downloadRecordFile.body,
  reply: DownloadLink,
});
export const queueRecordFile = endpoint({
  name: 'queueRecordFile',
  method: 'POST',
  path: '/records/:id/file/:fileType/task',
  access: 'record.read',
  summary:
    'The same made by a task (`record.export`), for what would take too long to wait for: `GET /tasks/{id}/download` has the file for three days, for who asked',
  params: downloadRecordFile.params,
  query: downloadRecordFile.query,
  body: downloadRecordFile.body,
  reply: TaskCreated,
});
export const estimateRecordFile = endpoint({
  name: 'estimateRecordFile',
  method: 'POST',
  path: '/records/:id/file/:fileType/size',
  access: 'record.read',
  summary: 'About how large the same file will be; refused as the file would be',
  params: downloadRecordFile.params,
  query: downloadRecordFile.query,
  body: downloadRecordFile.body,
  reply: FileSize,
});
export const followDownloadLink = endpoint({
  name: 'followDownloadLink',
  method: 'GET',
  path: '/downloads/:token',
  access: 'open',
  summary: 'The file of a link',
  params: z.object({ token: z.string().max(100) }),
  reply: 'bytes',
  otherStatuses: [206],
  contentTypes: fileTypes,
});
