import type { ApiClient } from '@sillage/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { type CameraOwner, closeCamera, openCamera, startFilm, stopFilm, useCamera } from './camera.ts';

const server: ApiClient = fakeServer({});
const owner: CameraOwner = { server, userId: 1, client: { id: 1, video_quality: '720p', video_fps: 24 } };
const answers: ((stream: unknown) => void)[] = [];

function makeStream() {
  const track = Object.assign(new EventTarget(), { stop: vi.fn() });
  return { track, stream: { getTracks: () => [track], getVideoTracks: () => [track] } };
}

beforeEach(() => {
  const getUserMedia = () => new Promise((resolve) => void answers.push(resolve));
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia } });
});
afterEach(() => {
  closeCamera();
  answers.length = 0;
  vi.unstubAllGlobals();
});

it('lets a camera go that was granted after it was closed', async () => {
  const opening = openCamera(owner);
  closeCamera();
  const { track, stream } = makeStream();
  answers[0]?.(stream);
  await opening;
  expect(track.stop).toHaveBeenCalledOnce();
  expect(useCamera.getState()).toMatchObject({ stream: undefined, isAsking: false });
});

it('keeps the last of two that were asked for', async () => {
  const openings = [openCamera(owner), openCamera(owner)];
  const [first, second] = [makeStream(), makeStream()];
  answers[1]?.(second.stream);
  answers[0]?.(first.stream);
  await Promise.all(openings);
  expect(first.track.stop).toHaveBeenCalledOnce();
  expect(useCamera.getState().stream).toBe(second.stream);
});

it('says that the camera is gone', async () => {
  const opening = openCamera(owner);
  const { track, stream } = makeStream();
  answers[0]?.(stream);
  await opening;
  track.dispatchEvent(new Event('ended'));
  expect(useCamera.getState()).toMatchObject({ stream: undefined, problem: 'lost' });
});

it('asks the browser to keep films when the first one is made', async () => {
  const opening = openCamera(owner);
  const { track, stream } = makeStream();
  answers[0]?.(Object.assign(stream, { getVideoTracks: () => [Object.assign(track, { getSettings: () => ({}) })] }));
  await opening;
  const persist = vi.fn(async () => false);
  vi.stubGlobal('navigator', {
    ...navigator,
    storage: { persist, estimate: async () => ({}) },
    locks: { request: (_: string, run: () => Promise<void>) => run() },
  });
  class Recorder extends EventTarget {
    static isTypeSupported = () => true;
    state = 'inactive';
    start() {
      this.state = 'recording';
    }
    stop() {
      this.state = 'inactive';
      this.dispatchEvent(new Event('stop'));
    }
  }
  vi.stubGlobal('MediaRecorder', Recorder);
  vi.stubGlobal('indexedDB', {});
  expect(persist).not.toHaveBeenCalled();
  startFilm(owner);
  expect(persist).toHaveBeenCalledOnce();
  stopFilm();
  await vi.waitFor(() => expect(useCamera.getState().filmingSinceMs).toBeUndefined());
});
