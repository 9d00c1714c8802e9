import { type ApiClient, ApiError, NetworkError } from '@sillage/client';
import { api } from '@sillage/contract';
import { inHex } from '../csv/sha256.ts';
import type { HashBlob } from '../upload/hash-blob.ts';
import { sendFile } from '../upload/send-file.ts';
import type { FilmShelf, KeptFilm } from './film-shelf.ts';

interface SentFilm {
  readonly server: ApiClient;
  readonly hash: HashBlob;
  readonly shelf: FilmShelf;
  readonly film: KeptFilm;
  readonly signal: AbortSignal;
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** 0–1 */
  onProgress(share: number): void;
  /** With its upload, which goes on where it was. */
  onBegun(film: KeptFilm): void;
}

const lostAnswerMs = 2000;

/** Sends a film and makes its record; it leaves the shelf when that is there. Answers the record's id, undefined of a film without a frame. */
export async function sendFilm(given: SentFilm): Promise<number | undefined> {
  const { server, hash, shelf, film, signal, wait, onProgress, onBegun } = given;
  const file = await shelf.read(film);
  if (file === undefined) {
    await shelf.remove(film.id);
    return undefined;
  }
  const sha256 = inHex(await hash(file));
  signal.throwIfAborted();
  const upload = await sendFile({
    ...{ server, hash, clientId: film.clientId, file, sha256, signal, wait },
    uid: film.uploadUid,
    // What was sent is not sent again after the page was closed; without this note only time is lost.
    onBegun(uid) {
      const begun = { ...film, uploadUid: uid };
      onBegun(begun);
      void shelf.change(begun).catch(() => undefined);
    },
    onOffset: (bytes) => onProgress(bytes / file.size),
    onInterrupted: () => undefined,
  });
  const body = { client_id: film.clientId, record_type: 'video', date: film.startedAt, upload, again: true } as const;
  for (;;) {
    try {
      const { id } = await server.call(api.uploadRecord, { body, signal });
      await shelf.remove(film.id);
      return id;
    } catch (problem) {
      if (signal.aborted || !isAskedAgain(problem)) throw problem;
      await wait(lostAnswerMs, signal);
      signal.throwIfAborted();
    }
  }
}

/** The answer was lost, or the server is still at what was asked before: it makes one record, however often. */
const isAskedAgain = (problem: unknown): boolean =>
  problem instanceof NetworkError || (problem instanceof ApiError && problem.body.code === 'upload.busy');
