import { expect, it } from 'vitest';
import { createFilm } from './create-film.ts';

/** As a browser's, with frames of 1/30 s; it comes where it is sent when the test says so. */
class FakeVideo extends EventTarget {
  duration = Number.NaN;
  readyState = 0;
  seeking = false;
  paused = true;
  ended = false;
  muted = false;
  playbackRate = 1;
  readonly sought: number[] = [];
  #at = 0;
  #onFrame: VideoFrameRequestCallback | undefined;
  get currentTime() {
    return this.#at;
  }
  set currentTime(seconds: number) {
    this.#at = seconds;
    this.seeking = true;
    this.sought.push(seconds);
  }
  load(duration: number) {
    this.readyState = 1;
    this.duration = duration;
    this.dispatchEvent(new Event('loadedmetadata'));
  }
  arrive() {
    this.seeking = false;
    this.show(Math.floor(this.#at * 30 + 1e-9) / 30);
    this.dispatchEvent(new Event('seeked'));
  }
  show(mediaTime: number) {
    this.#onFrame?.(0, { mediaTime } as VideoFrameCallbackMetadata);
  }
  requestVideoFrameCallback(listener: VideoFrameRequestCallback) {
    this.#onFrame = listener;
    return 1;
  }
  cancelVideoFrameCallback() {
    this.#onFrame = undefined;
  }
  play() {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  }
  pause() {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
}

function open(duration = 10) {
  const film = createFilm({ frameSeconds: 1 / 30, pictureSeconds: 10 });
  const video = new FakeVideo();
  const told: number[] = [];
  const turned: boolean[] = [];
  film.onFrame((seconds) => told.push(seconds));
  film.onTurned((isPlaying) => turned.push(isPlaying));
  film.attach(video as unknown as HTMLVideoElement);
  video.load(duration);
  return { film, video, told, turned };
}

it('goes where it is sent; of many wishes on its way only to the last one, and not beyond its end', () => {
  const { film, video, told } = open();
  for (const seconds of [1, 2, 3, 4, 99]) film.seek(seconds);
  expect(video.sought).toEqual([1]);
  video.arrive();
  expect(video.sought).toHaveLength(2);
  expect(video.sought[1]).toBeCloseTo(10 - 1 / 60, 9);
  video.arrive();
  expect(film.state.seconds).toBeCloseTo(299 / 30, 9);
  // Who sent it knows where it is.
  expect(told).toEqual([]);
});

it('steps by whole frames and tells the time of each, also backwards', () => {
  const { film, video, told } = open();
  film.seek(2.01);
  video.arrive();
  for (const frames of [1, 1, -1]) {
    film.step(frames);
    video.arrive();
  }
  expect(told.map((seconds) => Math.round(seconds * 30))).toEqual([61, 62, 61]);
});

it('tells each frame that it plays, and stands when it is paused', () => {
  const { film, video, told } = open();
  film.play();
  expect(film.state.isPlaying).toBe(true);
  video.show(1 / 30);
  video.show(2 / 30);
  expect(told).toEqual([1 / 30, 2 / 30]);
  film.pause();
  expect(film.state.isPlaying).toBe(false);
});

it('finds out how long a film is that was streamed into its file, and stands where it stood', () => {
  const { film, video } = open(Number.POSITIVE_INFINITY);
  expect(film.state.duration).toBeUndefined();
  expect(video.sought).toEqual([1e7]);
  video.duration = 7.5;
  video.dispatchEvent(new Event('durationchange'));
  expect(film.state.duration).toBe(7.5);
  video.arrive();
  expect(video.currentTime).toBe(0);
});

it('says that it stops, whoever stops it, and goes on alone; not that it ended', () => {
  const { film, video, turned } = open();
  film.play();
  expect(turned).toEqual([true]);
  // a key of a headset
  video.pause();
  expect(turned).toEqual([true, false]);
  film.play();
  film.step(1);
  expect(turned.at(-1)).toBe(false);
  film.play();
  video.ended = true;
  video.pause();
  expect(turned.at(-1)).toBe(true);
});

it('stops what goes on beside it when it is stepped while it stands', () => {
  const { film, turned } = open();
  film.step(1);
  expect(turned).toEqual([false]);
});

it('a pause that was taken back stops nothing', () => {
  const { film, video, turned } = open();
  film.play();
  video.dispatchEvent(new Event('pause'));
  expect(turned).toEqual([true]);
});

it('ends with its picture where its sound goes on, and begins anew then', () => {
  const { film, video, turned } = open(12);
  expect(film.state.duration).toBe(10);
  film.play(9.9);
  video.arrive();
  video.dispatchEvent(new Event('timeupdate'));
  expect(video.paused).toBe(false);
  video.currentTime = 10.2;
  video.arrive();
  video.dispatchEvent(new Event('timeupdate'));
  expect(video.paused).toBe(true);
  expect(turned).toEqual([true]);
  film.play();
  expect(video.currentTime).toBe(0);
});

it('knows no number of a frame once frames came at another rate', () => {
  const { film, video } = open();
  video.show(2 / 30);
  video.show(0.1004);
  expect(film.state.isRegular).toBe(true);
  video.show(0.1167);
  video.show(5 / 30);
  expect(film.state.isRegular).toBe(false);
});
