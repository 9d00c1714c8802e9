import {
  api,
  isRefusal,
  RecordFilters,
  type Record as RecordShape,
  type Refusal,
  refuse,
  videoTypes,
} from '@sillage/contract';
import { isFilmFormat } from '@sillage/formats';
import { stored } from '../../platform/files/index.ts';
import { type Answer, fileAnswer, type Serve, type Viewer } from '../../platform/http/index.ts';
import type { FilmQuestions } from '../fuse/index.ts';
import { answerRecords, findRecord, pageOfClient, pageOfRecords, type RecordDependencies } from '../records/index.ts';
import { alignVideo } from './align-video.ts';
import { findVideos } from './find-videos.ts';
import { proposeAlignment } from './propose-alignment.ts';
import { readAlignments } from './read-alignments.ts';

/** Films, and their places beside records. */
export function videoRoutes(
  serve: Serve,
  dependencies: RecordDependencies & { readonly workers: FilmQuestions },
): void {
  const { database, life } = dependencies;
  const { db } = database;
  const films = (query: { readonly pageId: number; readonly pageSize: number }) =>
    RecordFilters.parse({ ...query, record_type: 'video', include_seances_subrecords: true });
  serve(api.listVideos, ({ query, principal, scope }) =>
    pageOfRecords(dependencies, { principal, scope }, films(query)),
  );
  serve(api.listClientVideos, ({ params, query, principal, scope }) =>
    pageOfClient(dependencies, { principal, scope }, params.clientId, films(query)),
  );
  serve(api.readVideo, ({ params, principal, scope }) => openVideo(dependencies, { principal, scope }, params.id));
  serve(api.alignVideo, async ({ params, body, principal, scope }): Promise<RecordShape | Refusal> => {
    const viewer = { principal, scope };
    const aligned = await alignVideo(dependencies, viewer, params.id, body);
    if (isRefusal(aligned)) return aligned;
    const { film, touched } = aligned;
    life.tell(db, { clientId: film.clientId, recordIds: touched, reason: 'updated' });
    const [answer] = await answerRecords(db, viewer, [film], new Map());
    return answer ?? refuse('entity.notFound');
  });
  serve(api.readVideoAlignments, ({ params, principal, scope }) => readAlignments(db, { principal, scope }, params.id));
  serve(api.proposeAlignment, async ({ params, body, principal, scope, signal }) => {
    try {
      return await proposeAlignment(dependencies, { principal, scope }, params.id, body, signal);
    } catch (error) {
      // Nobody is left to answer.
      if (signal.aborted) return refuse('record.fuseTooSlow');
      throw error;
    }
  });
  serve(api.findVideosOfRecord, ({ params, principal, scope }) => findVideos(db, { principal, scope }, params.id));
}

/** The film as it was sent. */
async function openVideo(
  { database, folder }: RecordDependencies,
  viewer: Viewer,
  id: number,
): Promise<Answer | Refusal> {
  const film = await findRecord(database.db, viewer, id);
  if (isRefusal(film)) return film;
  const { source, basename } = film;
  if (!isFilmFormat(source)) return refuse('record.noVideo');
  const file = await folder.files.open(stored.source(film));
  return file === undefined ? refuse('record.noSource') : fileAnswer(file, videoTypes[source], `${basename}.${source}`);
}
