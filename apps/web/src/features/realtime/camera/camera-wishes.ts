import type { Client } from '@sillage/contract';

/** px of a picture that lies. */
const sizes: { readonly [Q in Client['video_quality']]: readonly [width: number, height: number] } = {
  '480p': [854, 480],
  '720p': [1280, 720],
  '1080p': [1920, 1080],
  '1440p': [2560, 1440],
  '4K': [3840, 2160],
};

/** What a camera is asked for, as the club wants its films; a camera that cannot gives what comes nearest. */
export function cameraWishes(client: Pick<Client, 'video_quality' | 'video_fps'>, cameraId?: string) {
  const [width, height] = sizes[client.video_quality];
  return {
    audio: false,
    video: {
      width: { ideal: width },
      height: { ideal: height },
      frameRate: { ideal: client.video_fps },
      ...(cameraId === undefined ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: cameraId } }),
    },
  };
}

/** Bits of a pixel of a frame; of moving water and people, so that a frame stands sharp. */
const bitsAPixel = 0.1;
const [leastBits, mostBits] = [1_000_000, 40_000_000];
/** ms between frames that need no other, to which films are sought, and of what is lost at most when the page ends. */
const keyFrameMs = 1000;
/** What all browsers play comes first. */
const codings = [
  'video/mp4;codecs=avc1.640028',
  'video/mp4;codecs=avc1.42E01F',
  'video/mp4',
  'video/webm;codecs=vp9',
  'video/webm;codecs=vp8',
  'video/webm',
];

/** How a film is written; undefined where the browser writes none. */
export function recorderOptions(
  picture: { readonly width: number; readonly height: number; readonly frameRate: number },
  canWrite: (mimeType: string) => boolean,
) {
  const mimeType = codings.find(canWrite);
  if (mimeType === undefined) return undefined;
  const bits = picture.width * picture.height * picture.frameRate * bitsAPixel;
  const videoBitsPerSecond = Math.round(Math.min(mostBits, Math.max(leastBits, bits)));
  return { mimeType, videoBitsPerSecond, videoKeyFrameIntervalDuration: keyFrameMs };
}

/** `film-2026-05-16-091208.mp4` */
export function filmName(startedAt: Date, mimeType: string): string {
  const stamp = startedAt.toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-');
  return `film-${stamp}.${mimeType.startsWith('video/webm') ? 'webm' : 'mp4'}`;
}
