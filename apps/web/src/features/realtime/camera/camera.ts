import type { ApiClient } from '@sillage/client';
import { ApiError } from '@sillage/client';
import type { Client, Translated } from '@sillage/contract';
import { create } from 'zustand';
import { resetWhenClientChanges } from '../../../base/active-client.ts';
import { resetWhenSignedOut } from '../../../base/forget-user.ts';
import { queryClient } from '../../../base/query-client.ts';
import { randomId } from '../../../base/random-id.ts';
import { reportError } from '../../../base/report-problems.ts';
import { useFollowedRecords } from '../../../live/followed-records.ts';
import { recordKeys } from '../../../records/record-queries.ts';
import { hashInWorker, UnreadableFile } from '../../../records/upload/hash-blob.ts';
import { isMetered, onNetworkChange, waitForNetwork } from '../../../records/upload/wait-for-network.ts';
import { cameraWishes, filmName, recorderOptions } from './camera-wishes.ts';
import { type FilmShelf, type KeptFilm, openFilmShelf } from './film-shelf.ts';
import { sendFilm } from './send-film.ts';
import { type FilmEnd, writeFilm } from './write-film.ts';

export type CameraProblem = 'refused' | 'none' | 'busy' | 'lost' | 'cannotWrite';

interface WaitingFilm {
  readonly film: KeptFilm;
  /** 0–1; undefined while it is not being sent. */
  readonly share: number | undefined;
  readonly problem: Translated | 'failed' | undefined;
  /** Also over a network whose bytes are counted. */
  readonly byAnyNetwork: boolean;
}

interface CameraState {
  readonly stream: MediaStream | undefined;
  readonly isAsking: boolean;
  readonly problem: CameraProblem | undefined;
  /** s since 1970 at which the film that runs began; undefined while none does. */
  readonly filmingSinceMs: number | undefined;
  /** Films begin and end with the records of devices. */
  readonly follows: boolean;
  readonly ended: FilmEnd | undefined;
  readonly waiting: readonly WaitingFilm[];
}

const atFirst: CameraState = {
  ...{ stream: undefined, isAsking: false, problem: undefined, filmingSinceMs: undefined },
  ...{ follows: true, ended: undefined, waiting: [] },
};

/** The camera of this page: it goes on filming while other screens are looked at. */
export const useCamera = create<CameraState>()(() => atFirst);

export interface CameraOwner {
  readonly server: ApiClient;
  readonly userId: number;
  readonly client: Pick<Client, 'id' | 'video_quality' | 'video_fps'>;
}

let shelf: FilmShelf | undefined;
let running: { stop(): void } | undefined;
let sending: AbortController | undefined;
let wake: WakeLockSentinel | undefined;
/** Counts who asked for the camera, or no longer wants it: an answer to an earlier one is let go. */
let wishes = 0;
/** Counts who was signed in. */
let sessions = 0;
const hash = hashInWorker();
let unfollow: (() => void) | undefined;
const shelfOf = () => {
  shelf ??= openFilmShelf();
  return shelf;
};

/** Asks for the camera; the person may refuse. */
export async function openCamera(owner: CameraOwner, cameraId?: string): Promise<void> {
  const { stream, filmingSinceMs } = useCamera.getState();
  if (filmingSinceMs !== undefined) return;
  for (const track of stream?.getTracks() ?? []) track.stop();
  const mine = ++wishes;
  useCamera.setState({ isAsking: true, problem: undefined, stream: undefined });
  try {
    const opened = await navigator.mediaDevices.getUserMedia(cameraWishes(owner.client, cameraId));
    if (mine !== wishes) {
      for (const track of opened.getTracks()) track.stop();
      return;
    }
    for (const track of opened.getTracks()) track.addEventListener('ended', loseCamera);
    useCamera.setState({ stream: opened, isAsking: false });
    unfollow?.();
    unfollow = followDevices(owner);
  } catch (problem) {
    if (mine !== wishes) return;
    const name = problem instanceof DOMException ? problem.name : '';
    const why = name === 'NotAllowedError' ? 'refused' : name === 'NotFoundError' ? 'none' : 'busy';
    useCamera.setState({ isAsking: false, problem: why });
  }
}

/** Ends a film that runs and lets go of the camera. */
export function closeCamera(): void {
  wishes++;
  stopFilm();
  unfollow?.();
  unfollow = undefined;
  for (const track of useCamera.getState().stream?.getTracks() ?? []) track.stop();
  useCamera.setState({ stream: undefined, isAsking: false, problem: undefined });
}

/** It was taken away: unplugged, or by another program. */
function loseCamera(): void {
  closeCamera();
  useCamera.setState({ problem: 'lost' });
}

export function startFilm(owner: CameraOwner): void {
  const { stream, filmingSinceMs } = useCamera.getState();
  const [track] = stream?.getVideoTracks() ?? [];
  if (stream === undefined || track === undefined || filmingSinceMs !== undefined) return;
  const { width = 1280, height = 720, frameRate = owner.client.video_fps } = track.getSettings();
  const options = recorderOptions({ width, height, frameRate }, (type) => MediaRecorder.isTypeSupported(type));
  const recorder = options && makeRecorder(stream, options);
  if (options === undefined || recorder === undefined) {
    useCamera.setState({ problem: 'cannotWrite' });
    return;
  }
  useCamera.setState({ filmingSinceMs: Date.now(), ended: undefined });
  // A screen that goes dark takes the camera with it; where that cannot be held off the film ends then.
  navigator.wakeLock?.request('screen').then(
    (held) => {
      wake = held;
    },
    () => undefined,
  );
  const id = randomId();
  const release = holdFilm(id);
  const session = sessions;
  running = writeFilm({
    recorder,
    shelf: shelfOf(),
    now: () => new Date(),
    freeBytes,
    about: (startedAt) => ({
      ...{ id, userId: owner.userId, clientId: owner.client.id, startedAt: startedAt.toISOString() },
      ...{ mimeType: options.mimeType, name: filmName(startedAt, options.mimeType) },
    }),
    onEnd(film, ended) {
      running = undefined;
      release();
      void wake?.release().catch(() => undefined);
      useCamera.setState(({ waiting }) => ({
        ...{ filmingSinceMs: undefined, ended },
        // Who signed out finds it on the shelf when they are back.
        waiting: film === undefined || session !== sessions ? waiting : [...waiting, waitingOf(film)],
      }));
      if (session === sessions) void sendNext(owner);
    },
  });
}

/** Undefined where the browser cannot write what it said it can. */
function makeRecorder(stream: MediaStream, options: MediaRecorderOptions): MediaRecorder | undefined {
  try {
    return new MediaRecorder(stream, options);
  } catch {
    return undefined;
  }
}

export function stopFilm(): void {
  running?.stop();
}

export function followRecords(follows: boolean): void {
  useCamera.setState({ follows });
}

const waitingOf = (film: KeptFilm): WaitingFilm => ({
  ...{ film, share: undefined, problem: undefined, byAnyNetwork: false },
});

const lockOf = (filmId: string): string => `sillage.film.${filmId}`;

/** Says to other tabs that the film is not whole yet. Answers how to say that it is. */
function holdFilm(filmId: string): () => void {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks.request(lockOf(filmId), () => held);
  return release;
}

/** Finds films that were not sent before the page was closed, and sends them. */
export async function findFilms(owner: CameraOwner): Promise<void> {
  const kept = await shelfOf().list(owner.userId);
  const { held = [] } = await navigator.locks.query();
  const taken = new Set(held.map(({ name }) => name));
  useCamera.setState(({ waiting }) => {
    const known = new Set(waiting.map(({ film }) => film.id));
    const isFound = ({ id }: KeptFilm) => !known.has(id) && !taken.has(lockOf(id));
    return { waiting: [...waiting, ...kept.filter(isFound).map(waitingOf)] };
  });
  void sendNext(owner);
}

const changeFilm = (id: string, some: Partial<WaitingFilm>) =>
  useCamera.setState(({ waiting }) => ({
    waiting: waiting.map((one) => (one.film.id === id ? { ...one, ...some } : one)),
  }));

/** One at a time, and not before the film that runs has ended: it needs the way and the disk. */
async function sendNext(owner: CameraOwner): Promise<void> {
  const { waiting, filmingSinceMs } = useCamera.getState();
  const next = waiting.find(({ problem, byAnyNetwork }) => problem === undefined && (byAnyNetwork || !isMetered()));
  if (sending !== undefined || filmingSinceMs !== undefined || next === undefined) return;
  const { film } = next;
  sending = new AbortController();
  const { signal } = sending;
  try {
    const onProgress = (share: number) => changeFilm(film.id, { share });
    const given = { server: owner.server, hash, shelf: shelfOf(), film, signal, wait: waitForNetwork, onProgress };
    // Another tab that is at it has made the record when it lets go, and taken the film off the shelf.
    await navigator.locks.request(lockOf(film.id), () => sendFilm(given));
    useCamera.setState((now) => ({ waiting: now.waiting.filter((one) => one.film.id !== film.id) }));
    void queryClient.invalidateQueries({ queryKey: recordKeys.lists });
  } catch (problem) {
    if (signal.aborted) return;
    // A bug: it is told where others are.
    if (!(problem instanceof ApiError || problem instanceof UnreadableFile)) reportError(problem, 'film');
    changeFilm(film.id, { share: undefined, problem: problem instanceof ApiError ? problem.body.message : 'failed' });
  } finally {
    sending = undefined;
  }
  await sendNext(owner);
}

/** Sends a film that was refused, or that waits for Wi-Fi. */
export function sendAgain(owner: CameraOwner, filmId: string): void {
  changeFilm(filmId, { problem: undefined, byAnyNetwork: true });
  void sendNext(owner);
}

/** Takes a film away for good. */
export async function dropFilm(filmId: string): Promise<void> {
  await shelfOf().remove(filmId);
  useCamera.setState(({ waiting }) => ({ waiting: waiting.filter(({ film }) => film.id !== filmId) }));
}

/** The film as a file of this device: the way out for one that the server does not take. */
export async function saveFilm(film: KeptFilm): Promise<void> {
  const file = await shelfOf().read(film);
  if (file === undefined) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = film.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function freeBytes(): Promise<number | undefined> {
  const { quota, usage } = (await navigator.storage?.estimate()) ?? {};
  return quota === undefined || usage === undefined ? undefined : quota - usage;
}

/** Films begin with the first record that begins, and end with the last one, as long as the camera is open. */
function followDevices(owner: CameraOwner): () => void {
  let wasRecording = useFollowedRecords.getState().running.size > 0;
  return useFollowedRecords.subscribe(({ running: records }) => {
    const isRecording = records.size > 0;
    if (isRecording === wasRecording) return;
    wasRecording = isRecording;
    if (!useCamera.getState().follows) return;
    if (isRecording) startFilm(owner);
    else stopFilm();
  });
}

/** Films that wait go on by themselves over another network. */
export function followNetwork(owner: CameraOwner): void {
  onNetworkChange(() => void sendNext(owner));
}

function forget(): void {
  sessions += 1;
  sending?.abort();
  closeCamera();
  useCamera.setState({ waiting: [], ended: undefined });
}
resetWhenSignedOut(forget);
resetWhenClientChanges(closeCamera);
