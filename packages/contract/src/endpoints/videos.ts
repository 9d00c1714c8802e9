import { endpoint } from '../endpoint.ts';
import { ClientIdParams, IdParams, PageQuery } from '../shapes/primitives.ts';
import { Record, RecordList } from '../shapes/record.ts';
import {
  AlignmentHistory,
  AlignmentProposal,
  AlignmentQuestion,
  AlignmentWanted,
  VideosOfRecord,
  videoContentTypes,
} from '../shapes/video.ts';

export const listVideos = endpoint({
  name: 'listVideos',
  method: 'GET',
  path: '/videos',
  access: 'record.read',
  summary: 'A page of the films that the caller may see, newest first: records of the type `video`',
  query: PageQuery,
  reply: RecordList,
});
export const listClientVideos = endpoint({
  name: 'listClientVideos',
  method: 'GET',
  path: '/videos/:clientId',
  access: 'record.read',
  summary: 'A page of the films of a client that the caller may see, newest first',
  params: ClientIdParams,
  query: PageQuery,
  reply: RecordList,
});
export const readVideo = endpoint({
  name: 'readVideo',
  method: 'GET',
  path: '/videos/record/:id',
  access: 'record.read',
  summary: 'A film as it was sent, to be played: `Range` and `If-Range` ask for a part of it',
  params: IdParams,
  reply: 'bytes',
  otherStatuses: [206],
  contentTypes: videoContentTypes,
});
export const alignVideo = endpoint({
  name: 'alignVideo',
  method: 'PUT',
  path: '/videos/record/:id/alignment',
  access: 'record.edit',
  summary:
    'Puts a film beside a record of its client, so many seconds after that began; with null twice beside none. Earlier places stay in its history',
  params: IdParams,
  body: AlignmentWanted,
  reply: Record,
});
export const readVideoAlignments = endpoint({
  name: 'readVideoAlignments',
  method: 'GET',
  path: '/videos/record/:id/alignment',
  access: 'record.read',
  summary: 'Where a film was put, by whom and when, the last first',
  params: IdParams,
  reply: AlignmentHistory,
});
export const findVideosOfRecord = endpoint({
  name: 'findVideosOfRecord',
  method: 'GET',
  path: '/records/:id/videos',
  access: 'record.read',
  summary: 'Films beside a record, and films beside none that were made about then',
  params: IdParams,
  reply: VideosOfRecord,
});
export const proposeAlignment = endpoint({
  name: 'proposeAlignment',
  method: 'POST',
  path: '/records/:id/videos/propose',
  access: 'record.read',
  summary:
    'Where a film would lie beside a record, by how much moved from frame to frame and what the record measured; nothing is set by it',
  params: IdParams,
  body: AlignmentQuestion,
  reply: AlignmentProposal,
});
