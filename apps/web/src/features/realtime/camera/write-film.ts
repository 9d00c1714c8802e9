import type { FilmShelf, KeptFilm } from '../../../records/films/film-shelf.ts';

/** Why a film ended by itself. */
export type FilmEnd = 'storageFull' | 'storageRefused' | 'tooLong' | 'cameraLost';

/** ms of a piece: what is lost at most when the page ends. */
const pieceMs = 1000;
/** Pieces of one film: three hours. */
const mostPieces = 3 * 3600;
/** Bytes that the browser's storage keeps free, and pieces between two looks at it. */
const leastFreeBytes = 100 * 1024 ** 2;
const lookEvery = 15;

/** The part of MediaRecorder that a film needs. */
export interface Recorder {
  readonly state: RecordingState;
  start(timesliceMs: number): void;
  stop(): void;
  addEventListener(name: 'start' | 'stop' | 'error', listener: () => void): void;
  addEventListener(name: 'dataavailable', listener: (event: { readonly data: Blob }) => void): void;
}

interface Written {
  readonly recorder: Recorder;
  readonly shelf: FilmShelf;
  /** What is known of the film but for its start. */
  readonly about: (startedAt: Date) => KeptFilm;
  readonly now: () => Date;
  /** Bytes that the browser's storage still takes; undefined where it does not say. */
  readonly freeBytes: () => Promise<number | undefined>;
  /** Once it is on the shelf to its end; undefined where none of it is. */
  onEnd(film: KeptFilm | undefined, why: FilmEnd | undefined): void;
}

const isFull = (problem: unknown): boolean => problem instanceof DOMException && problem.name === 'QuotaExceededError';

/** Writes what a camera sees onto the shelf, a second at a time, until it is told to stop or has to. */
export function writeFilm({ recorder, shelf, about, now, freeBytes, onEnd }: Written): { stop(): void } {
  let film: KeptFilm | undefined;
  let count = 0;
  let kept = 0;
  let isBroken = false;
  let why: FilmEnd | undefined;
  /** One after the other, in their order. */
  let writing: Promise<void> = Promise.resolve();
  const stop = (reason?: FilmEnd) => {
    why ??= reason;
    if (recorder.state !== 'inactive') recorder.stop();
  };
  const write = (work: () => Promise<void>) => {
    // What follows a piece that is missing cannot be played.
    const onto = () => (isBroken ? undefined : work());
    writing = writing.then(onto).catch((problem: unknown) => {
      isBroken = true;
      stop(isFull(problem) ? 'storageFull' : 'storageRefused');
    });
  };
  recorder.addEventListener('start', () => {
    const begun = about(now());
    film = begun;
    write(() => shelf.begin(begun));
  });
  recorder.addEventListener('dataavailable', ({ data }) => {
    const begun = film;
    if (begun === undefined || data.size === 0) return;
    const index = count++;
    write(async () => {
      await shelf.append(begun.id, index, data);
      kept++;
    });
    if (count >= mostPieces) stop('tooLong');
    else if (count % lookEvery === 0) {
      write(async () => {
        if (((await freeBytes()) ?? Number.POSITIVE_INFINITY) < leastFreeBytes) stop('storageFull');
      });
    }
  });
  recorder.addEventListener('error', () => stop('cameraLost'));
  recorder.addEventListener('stop', () => {
    void writing.then(() => onEnd(kept > 0 ? film : undefined, why));
  });
  try {
    recorder.start(pieceMs);
  } catch {
    // the camera went between the opening and now
    queueMicrotask(() => onEnd(undefined, 'cameraLost'));
  }
  return { stop: () => stop() };
}
