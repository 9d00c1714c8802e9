import { expect, it } from 'vitest';
import { cameraWishes, filmName, recorderOptions } from './camera-wishes.ts';

it('asks a camera for what the club wants of its films', () => {
  const { video, audio } = cameraWishes({ video_quality: '1080p', video_fps: 60 });
  expect(video).toMatchObject({ width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 60 } });
  expect(audio).toBe(false);
});

it('writes what most browsers play first, at a rate of bits that is bounded', () => {
  const picture = { width: 1280, height: 720, frameRate: 24 };
  expect(recorderOptions(picture, () => true)).toMatchObject({
    mimeType: 'video/mp4;codecs=avc1.640028',
    videoBitsPerSecond: 2_211_840,
  });
  expect(recorderOptions(picture, (type) => type.includes('vp8'))?.mimeType).toBe('video/webm;codecs=vp8');
  expect(recorderOptions({ width: 3840, height: 2160, frameRate: 120 }, () => true)?.videoBitsPerSecond).toBe(4e7);
  expect(recorderOptions(picture, () => false)).toBeUndefined();
  expect(filmName(new Date('2026-05-16T09:12:08.123Z'), 'video/webm;codecs=vp8')).toBe('film-2026-05-16-091208.webm');
});
