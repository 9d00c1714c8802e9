import { CustomSource, Input, type InputVideoTrack, MP4, QTFF } from 'mediabunny';
import type { ByteSource } from '../byte-source.ts';
import { type FileProblem, possibleStart } from '../recording.ts';
import { findCreationTime, isCutOff } from './find-creation-time.ts';
import type { FilmFormat } from './know-film.ts';
import { readWebm } from './read-webm.ts';

/** What a film says of itself. */
export interface Film {
  /** µs since 1970; undefined where it does not say, or cannot be. */
  readonly startUs: number | undefined;
  readonly durationSeconds: number;
  /** As browsers name it (`avc1.640028`); null for one without such a name. */
  readonly codec: string | null;
  /** Pixels as shown. */
  readonly width: number;
  readonly height: number;
  /** Frames a second of its beginning, on average; null where there are too few to tell. */
  readonly fps: number | null;
  /** Null where only reading all of it would tell. */
  readonly frames: number | null;
  readonly hasAudio: boolean;
  /** Its end is missing. */
  readonly isCutOff: boolean;
}

/** Bytes that are read of a film at once, and held. */
const [mostAtOnce, heldBytes] = [32 * 1024 ** 2, 8 * 1024 ** 2];
/** A film may be read twice from end to end, besides its tables; what asks for more is damaged. */
const [timesRead, tableBytes, mostReads] = [2, 64 * 1024 ** 2, 1_000_000];
/** Frames that tell the rate. */
const framesOfRate = 2000;
/** s; none lasts longer. */
const longestSeconds = 7 * 24 * 3600;
/** Pixels and frames a second of no camera. */
const [mostPixels, mostFps] = [32_768, 10_000];

/**
 * Reads what a film is, without its pictures: never more than a part of it in memory. Never throws because of what is in the
 * file, and its work is bounded by the file's length. WebM is read by code of ours: of a damaged one the library goes round in circles.
 */
export async function readFilm(source: ByteSource, format: FilmFormat): Promise<Film | FileProblem> {
  return format === 'webm' ? readWebmFilm(source) : await readBoxes(source, format);
}

function readWebmFilm(source: ByteSource): Film | FileProblem {
  const found = readWebm(source);
  if (found === undefined) return damaged('it has too many elements');
  const { hasVideo, ...film } = found;
  if (!hasVideo) return film.hasAudio ? { problem: 'noFilm' } : damaged('no tracks');
  if (!isSound(film)) return damaged('impossible values');
  const startUs = possibleStart(findCreationTime(source, 'webm'));
  return { ...film, startUs, isCutOff: film.isCutOff || isCutOff(source, 'webm') };
}

async function readBoxes(source: ByteSource, format: FilmFormat): Promise<Film | FileProblem> {
  let input: Input | undefined;
  try {
    input = new Input({ formats: [MP4, QTFF], source: boundedSource(source) });
    const track = await input.getPrimaryVideoTrack();
    const hasAudio = (await input.getPrimaryAudioTrack()) !== null;
    if (track === null) return hasAudio ? { problem: 'noFilm' } : damaged('no tracks');
    const film = await readTrack(track, hasAudio);
    if (!isSound(film)) return damaged('impossible values');
    const startUs = possibleStart(findCreationTime(source, format));
    return { ...film, startUs, isCutOff: isCutOff(source, format) };
  } catch (error) {
    if (error instanceof SourceFailed) throw error.cause;
    return damaged(error instanceof Error ? error.message.slice(0, 200) : 'unknown');
  } finally {
    input?.dispose();
  }
}

type TrackFacts = Omit<Film, 'startUs' | 'isCutOff'>;

const damaged = (reason: string): FileProblem => ({ problem: 'damagedFilm', reason });

async function readTrack(track: InputVideoTrack, hasAudio: boolean): Promise<TrackFacts> {
  const stats = await track.computePacketStats(framesOfRate);
  const [durationSeconds, codec] = [await track.computeDuration(), await track.getCodecParameterString()];
  return {
    durationSeconds,
    codec,
    width: track.displayWidth,
    height: track.displayHeight,
    fps: stats.packetCount > 1 && stats.averagePacketRate > 0 ? stats.averagePacketRate : null,
    frames: stats.packetCount < framesOfRate ? stats.packetCount : null,
    hasAudio,
  };
}

function isSound({ durationSeconds, width, height, fps, frames }: TrackFacts): boolean {
  const isSize = (pixels: number) => Number.isSafeInteger(pixels) && pixels > 0 && pixels <= mostPixels;
  const lasts = durationSeconds > 0 && durationSeconds <= longestSeconds;
  return lasts && isSize(width) && isSize(height) && (fps === null || fps <= mostFps) && frames !== 0;
}

/** A disk in trouble, which is no fault of the film's. */
class SourceFailed extends Error {}

/** A file as the library reads it: what a table claims beyond the bounds is an error, not memory. */
function boundedSource(source: ByteSource): CustomSource {
  let leftBytes = timesRead * source.sizeBytes + tableBytes;
  let leftReads = mostReads;
  return new CustomSource({
    getSize: () => source.sizeBytes,
    maxCacheSize: heldBytes,
    read(start, end) {
      leftBytes -= end - start;
      if (end - start > mostAtOnce || leftBytes < 0 || --leftReads < 0)
        throw new RangeError('its tables are too large');
      const bytes = new Uint8Array(end - start);
      return bytes.subarray(0, readAt(source, bytes, start));
    },
  });
}

function readAt(source: ByteSource, into: Uint8Array, at: number): number {
  try {
    return source.read(into, at);
  } catch (cause) {
    throw new SourceFailed('the film cannot be read', { cause });
  }
}
