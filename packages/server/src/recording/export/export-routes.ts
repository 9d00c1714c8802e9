import { Readable } from 'node:stream';
import { api, isRefusal, type Refusal, refuse } from '@sillage/contract';
import {
  type Answer,
  fileAnswer,
  frontUidOf,
  type Principal,
  type Serve,
  type Viewer,
} from '../../platform/http/index.ts';
import { createExportPlaces } from './bound-exports.ts';
import { estimateSize } from './estimate-size.ts';
import type { ExportDependencies } from './export-source.ts';
import { type QueueDependencies, queueExport } from './export-task.ts';
import { type AskedExport, type JudgedExport, judgeExport } from './judge-export.ts';
import { makeExport } from './make-export.ts';
import { createLinks } from './offer-links.ts';
import { watchReader } from './watch-reader.ts';

interface Asked extends AskedExport {
  readonly principal: Principal;
  readonly scope: Viewer['scope'];
  /** Aborted where the caller goes away. */
  readonly signal: AbortSignal;
}

/**
 * Downloads of records (docs/file-formats.md). Everything is streamed and made as it is read: nothing is written to the
 * disk, and who goes away ends the making, and the search for cycles before it. Both are done in a place. What would take
 * somebody's browser too long is made by a task, and then lies on the disk for a while.
 */
export function exportRoutes(serve: Serve, dependencies: ExportDependencies & QueueDependencies): void {
  const places = createExportPlaces();
  const links = createLinks<(signal: AbortSignal) => Promise<Answer | Refusal>>();

  /** Judges in a place of the caller's, which goes back when `use` of what was judged ends. */
  async function inPlace<T>(asked: Asked, use: (judged: JudgedExport) => Promise<T>): Promise<T | Refusal> {
    const place = places.take(asked.principal.userId);
    if (isRefusal(place)) return place;
    try {
      const judged = await judgeExport(dependencies, asked, asked, asked.signal);
      return isRefusal(judged) ? judged : await use(judged);
    } finally {
      place.release();
    }
  }

  /** The place goes back when the last byte is through. */
  async function make(asked: Asked): Promise<Answer | Refusal> {
    const place = places.take(asked.principal.userId);
    if (isRefusal(place)) return place;
    const reading = new AbortController();
    const end = () => {
      reading.abort();
      place.release();
    };
    try {
      const judged = await judgeExport(dependencies, asked, asked, AbortSignal.any([asked.signal, reading.signal]));
      if (!isRefusal(judged)) return await begin(dependencies, judged, end);
      end();
      return judged;
    } catch (error) {
      end();
      // Deleted or freed while it was opened: what is said of it now is the answer.
      const again = await judgeExport(dependencies, asked, asked, asked.signal).catch(() => undefined);
      if (isRefusal(again)) return again;
      throw error;
    }
  }

  serve(api.downloadRecordFile, make);
  serve(api.linkRecordFile, (call) =>
    inPlace(call, async () => {
      // Judged again when it is followed: what was readable may be gone.
      const follow = (signal: AbortSignal) => make({ ...call, signal });
      return { path: `/downloads/${links.offer(call.principal.userId, follow)}` };
    }),
  );
  serve(api.estimateRecordFile, (call) => inPlace(call, (judged) => estimateSize(dependencies, judged)));
  serve(api.queueRecordFile, (call) =>
    inPlace(call, (judged) => queueExport(dependencies, { ...call, frontUid: frontUidOf(call.headers) }, judged)),
  );
  serve(api.followDownloadLink, async ({ params, headOnly, signal }) => {
    // Download managers and link checkers ask for the head first.
    const follow = headOnly ? links.look(params.token) : links.take(params.token);
    return follow === undefined ? refuse('file.linkUsed') : follow(signal);
  });
}

/** Calls `ended` when the bytes of an answer that was made are through, or will never be. */
async function begin(
  dependencies: ExportDependencies,
  judged: JudgedExport,
  ended: () => void,
): Promise<Answer | Refusal> {
  const made = await makeExport(dependencies, judged);
  if (isRefusal(made)) {
    ended();
    return made;
  }
  const { content, contentType, name } = made;
  if (content instanceof Readable) return fileAnswer(watchReader(content, ended), contentType, name);
  ended();
  return fileAnswer(content, contentType, name);
}
