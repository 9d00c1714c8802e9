import { createDifferences, motionHeight, motionWidth, type Stretch } from './frame-differences.ts';
import type { Heard } from './motion-worker.ts';

/** How much moved from frame to frame; each at the later frame's time, s of the film. */
export interface Motion {
  readonly times: readonly number[];
  readonly values: readonly number[];
}

export interface Measuring extends Stretch {
  /** Of the film. */
  readonly address: string;
  readonly signal: AbortSignal;
  /** 0–1 */
  onProgress(share: number): void;
}

/** The film could not be read to be looked at. */
export class UnreadableFilm extends Error {}

/**
 * Looks at each frame of a stretch of a film, in a worker that decodes it as fast as it can; where a browser has no decoder for
 * pages (they have one over https only), by playing it.
 */
export async function measureMotion(measuring: Measuring): Promise<Motion> {
  const found = 'VideoDecoder' in globalThis ? await decode(measuring) : undefined;
  const motion = found ?? (await play(measuring));
  measuring.signal.throwIfAborted();
  return motion;
}

function collect({ from, to, onProgress }: Measuring) {
  const times: number[] = [];
  const values: number[] = [];
  let toldShare = 0;
  return {
    motion: { times, values },
    add(seconds: number, value: number): void {
      if (seconds <= (times.at(-1) ?? Number.NEGATIVE_INFINITY)) return;
      times.push(seconds);
      values.push(value);
      const share = Math.min(1, (seconds - from) / Math.max(to - from, 1e-3));
      if (share < toldShare + 0.02) return;
      toldShare = share;
      onProgress(share);
    },
  };
}

/** Undefined where the worker cannot read it. */
function decode(measuring: Measuring): Promise<Motion | undefined> {
  const { address, from, to, signal } = measuring;
  const { motion, add } = collect(measuring);
  const worker = new Worker(new URL('./motion-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Motion | undefined>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.addEventListener('error', () => resolve(undefined));
    worker.addEventListener('message', ({ data }: MessageEvent<Heard>) => {
      if (data.kind === 'frame') add(data.seconds, data.value);
      else resolve(data.kind === 'end' ? motion : undefined);
    });
    worker.postMessage({ address: new URL(address, location.href).href, from, to });
  }).finally(() => worker.terminate());
}

/** ms without a frame after which a film is given up. */
const patienceMs = 15_000;

/** As fast as it was filmed: browsers leave out frames of what is played faster. */
function play(measuring: Measuring): Promise<Motion> {
  const { address, from, to, signal } = measuring;
  const { motion, add } = collect(measuring);
  const element = document.createElement('video');
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: motionWidth, height: motionHeight });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const difference = createDifferences();
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<Motion>((resolve, reject) => {
    const giveUp = () => reject(new UnreadableFilm('no frame of the film came'));
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, patienceMs);
    };
    if (context === null || !('requestVideoFrameCallback' in element)) return giveUp();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    wait();
    Object.assign(element, { muted: true, playsInline: true, preload: 'auto', src: address, currentTime: from });
    element.addEventListener('error', giveUp);
    element.addEventListener('ended', () => resolve(motion));
    element.requestVideoFrameCallback(function onFrame(_, { mediaTime }) {
      wait();
      context.drawImage(element, 0, 0, motionWidth, motionHeight);
      const value = difference(context.getImageData(0, 0, motionWidth, motionHeight).data);
      if (value !== undefined) add(mediaTime, value);
      if (mediaTime >= to) resolve(motion);
      else element.requestVideoFrameCallback(onFrame);
    });
    element.play().catch(giveUp);
  }).finally(() => {
    clearTimeout(timer);
    element.pause();
    element.removeAttribute('src');
    element.load();
  });
}
