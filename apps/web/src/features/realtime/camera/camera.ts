import type { Client } from '@sillage/contract';
import { create } from 'zustand';
import { resetWhenClientChanges } from '../../../base/active-client.ts';
import { resetWhenSignedOut } from '../../../base/forget-user.ts';
import { keepAwake } from '../../../base/keep-awake.ts';
import { randomId } from '../../../base/random-id.ts';
import { useFollowedRecords } from '../../../live/followed-records.ts';
import { addFilm, type FilmOwner, holdFilm, setFilming, shelfOf } from '../../../records/films/waiting-films.ts';
import { cameraWishes, filmName, recorderOptions } from './camera-wishes.ts';
import { type FilmEnd, writeFilm } from './write-film.ts';

export type CameraProblem = 'refused' | 'none' | 'busy' | 'lost' | 'cannotWrite';

interface CameraState {
  readonly stream: MediaStream | undefined;
  readonly isAsking: boolean;
  readonly problem: CameraProblem | undefined;
  /** s since 1970 at which the film that runs began; undefined while none does. */
  readonly filmingSinceMs: number | undefined;
  /** Films begin and end with the records of devices. */
  readonly follows: boolean;
  /** Why the last film ended by itself, and whether some of it is kept. */
  readonly ended: { readonly why: FilmEnd; readonly isKept: boolean } | undefined;
}

const atFirst: CameraState = {
  ...{ stream: undefined, isAsking: false, problem: undefined, filmingSinceMs: undefined },
  ...{ follows: true, ended: undefined },
};

/** The camera of this page: it goes on filming while other screens are looked at. */
export const useCamera = create<CameraState>()(() => atFirst);

export interface CameraOwner extends FilmOwner {
  readonly client: Pick<Client, 'id' | 'video_quality' | 'video_fps'>;
}

let running: { stop(): void } | undefined;
/** Counts who asked for the camera, or no longer wants it: an answer to an earlier one is let go. */
let wishes = 0;
let unfollow: (() => void) | undefined;

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
  setFilming(true);
  // Else the browser may clear films away that were not sent yet; where it does not promise that they are filmed all the same.
  void navigator.storage?.persist?.().catch(() => undefined);
  const sleep = keepAwake();
  const id = randomId();
  const release = holdFilm(id);
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
      sleep();
      useCamera.setState({ filmingSinceMs: undefined, ended: ended && { why: ended, isKept: film !== undefined } });
      if (film !== undefined) addFilm(film);
      setFilming(false);
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

function forget(): void {
  closeCamera();
  useCamera.setState({ ended: undefined });
}
resetWhenSignedOut(forget);
resetWhenClientChanges(closeCamera);
