import type { ByteSource } from '../byte-source.ts';
import { type Part, readElement, readPart } from './parts.ts';

/** What a WebM says of its film (RFC 9559), read from its beginning to its end or to where it is damaged. */
export interface WebmFilm {
  readonly hasVideo: boolean;
  readonly hasAudio: boolean;
  readonly codec: string | null;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** s */
  readonly durationSeconds: number;
  /** Of its first frames, on average; null where there are too few. */
  readonly fps: number | null;
  /** What comes after this is damaged or missing. */
  readonly isCutOff: boolean;
}

/** Elements that are looked at: ten hours of 60 frames a second with their sound. What has more is damaged. */
const mostElements = 4_000_000;
/** Frames that tell the rate. */
const framesOfRate = 2000;
/** Of what tells the name of a coding. */
const privateBytes = 4;
/** Of a block before its frame: track, time, flags. */
const blockHeadBytes = 11;

/** Elements that hold others: these are looked into, whatever size they say. A size is unknown where a film was streamed. */
const holders = new Set(['18538067', '1549a966', '1654ae6b', 'ae', 'e0', '1f43b675', 'a0']);
/** What is read of an element whose value is a number. */
const largestNumberBytes = 8;

interface Track {
  number: number;
  type: number;
  codecId: string;
  private: Uint8Array;
  /** ns; of a frame. */
  frameNs: number;
  pixels: [width: number, height: number];
  shown: [width: number, height: number];
}

interface Walk {
  readonly source: ByteSource;
  readonly tracks: Track[];
  /** ns of a unit of time. */
  scaleNs: number;
  /** Units. */
  claimedDuration: number;
  clusterAt: number;
  frames: number;
  firstAt: number;
  /** Of the last frame that counts for the rate. */
  rateAt: number;
  lastAt: number;
  /** Where the last block of the film stands, whose duration may follow. */
  lastDuration: number | undefined;
  isOfFilm: boolean;
}

/** Reads each element once, from the first to the last: its work is bounded by the file's length, whatever it claims. */
export function readWebm(source: ByteSource): WebmFilm | undefined {
  const walk: Walk = {
    ...{ source, tracks: [], scaleNs: 1e6, claimedDuration: 0, clusterAt: 0, isOfFilm: false },
    ...{ frames: 0, firstAt: 0, rateAt: 0, lastAt: 0, lastDuration: undefined },
  };
  let at = 0;
  let left = mostElements;
  while (at < source.sizeBytes) {
    const part = readElement(source, at, source.sizeBytes);
    if (part === undefined || part.from <= at) break;
    if (--left < 0) return undefined;
    const isHolder = holders.has(part.name);
    if (!isHolder && part.claimedTo > source.sizeBytes) break;
    take(walk, part);
    at = isHolder ? part.from : part.to;
  }
  return filmOf(walk, at < source.sizeBytes);
}

function take(walk: Walk, part: Part): void {
  const { source, tracks } = walk;
  if (part.name === 'ae') tracks.push(newTrack());
  else if (part.name === '2ad7b1') walk.scaleNs = numberOf(source, part) || walk.scaleNs;
  else if (part.name === '4489') walk.claimedDuration = floatOf(source, part);
  else if (part.name === 'e7') walk.clusterAt = numberOf(source, part);
  else if (part.name === 'a3' || part.name === 'a1') takeBlock(walk, part);
  else if (part.name === '9b' && walk.isOfFilm) walk.lastDuration = numberOf(source, part);
  else takeOfTrack(walk, part);
}

function takeOfTrack({ source, tracks }: Walk, part: Part): void {
  const track = tracks.at(-1);
  if (track === undefined) return;
  if (part.name === 'd7') track.number = numberOf(source, part);
  else if (part.name === '83') track.type = numberOf(source, part);
  else if (part.name === '86') track.codecId = new TextDecoder('latin1').decode(bytesOf(source, part, 32));
  else if (part.name === '63a2') track.private = bytesOf(source, part, privateBytes);
  else if (part.name === '23e383') track.frameNs = numberOf(source, part);
  else if (part.name === 'b0') track.pixels[0] = numberOf(source, part);
  else if (part.name === 'ba') track.pixels[1] = numberOf(source, part);
  else if (part.name === '54b0') track.shown[0] = numberOf(source, part);
  else if (part.name === '54ba') track.shown[1] = numberOf(source, part);
}

/** A frame of the film, or of its sound. */
function takeBlock(walk: Walk, part: Part): void {
  const head = bytesOf(walk.source, part, blockHeadBytes);
  const numberBytes = Math.clz32(head[0] ?? 0) - 23;
  if (numberBytes > 8 || head.length < numberBytes + 2) return;
  let number = head[0]! & (0xff >> numberBytes);
  for (let i = 1; i < numberBytes; i++) number = number * 256 + head[i]!;
  walk.isOfFilm = number === filmTrackOf(walk)?.number;
  if (!walk.isOfFilm) return;
  const relative = new DataView(head.buffer, head.byteOffset).getInt16(numberBytes);
  const at = walk.clusterAt + relative;
  if (walk.frames === 0) walk.firstAt = at;
  walk.frames++;
  walk.lastDuration = undefined;
  walk.lastAt = Math.max(walk.lastAt, at);
  if (walk.frames <= framesOfRate) walk.rateAt = at;
}

const filmTrackOf = ({ tracks }: Walk): Track | undefined => tracks.find(({ type }) => type === 1);

function filmOf(walk: Walk, isCutOff: boolean): WebmFilm {
  const { frames, firstAt, rateAt, lastAt, scaleNs, claimedDuration, lastDuration, tracks } = walk;
  const track = filmTrackOf(walk) ?? newTrack();
  const counted = Math.min(frames, framesOfRate);
  const mean = counted > 1 && rateAt > firstAt ? (rateAt - firstAt) / (counted - 1) : undefined;
  const ofFrame = Math.round(track.frameNs / scaleNs) || (mean ?? 0);
  const end = lastAt + (lastDuration ?? ofFrame);
  // A damaged time may be any: what the film says of its length is the most that it lasts.
  const units = claimedDuration > 0 ? Math.min(claimedDuration, end) : end;
  const [width, height] = track.shown[0] > 0 && track.shown[1] > 0 ? track.shown : track.pixels;
  return {
    ...{ width, height, frames, isCutOff, codec: codecOf(track) },
    hasVideo: track.type === 1,
    hasAudio: tracks.some(({ type }) => type === 2),
    durationSeconds: (units * scaleNs) / 1e9,
    fps: mean === undefined ? null : 1e9 / (mean * scaleNs),
  };
}

/** As browsers name it. */
function codecOf({ codecId, private: own }: Track): string | null {
  const hex = [...own.subarray(1)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (codecId === 'V_VP8') return 'vp8';
  if (codecId === 'V_VP9') return 'vp9';
  if (codecId === 'V_AV1') return 'av1';
  return codecId === 'V_MPEG4/ISO/AVC' && hex.length === 6 ? `avc1.${hex}` : null;
}

const newTrack = (): Track => ({
  ...{ number: 0, type: 0, codecId: '', private: new Uint8Array(), frameNs: 0, pixels: [0, 0], shown: [0, 0] },
});

function bytesOf(source: ByteSource, { from, to }: Part, most: number): Uint8Array {
  return readPart(source, from, Math.min(most, to - from)) ?? new Uint8Array();
}

function numberOf(source: ByteSource, part: Part): number {
  let value = 0;
  for (const byte of bytesOf(source, part, largestNumberBytes)) value = value * 256 + byte;
  return value;
}

/** 0 where it is none. */
function floatOf(source: ByteSource, part: Part): number {
  const bytes = bytesOf(source, part, largestNumberBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const value = bytes.length === 8 ? view.getFloat64(0) : bytes.length === 4 ? view.getFloat32(0) : 0;
  return Number.isFinite(value) ? value : 0;
}
