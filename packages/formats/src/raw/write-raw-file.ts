import { type RecordingModuleInfo, type RecordingSamples, utf8 } from '../recording.ts';
import { markers } from './read-header.ts';

/** Bytes handed on at once. */
const pieceBytes = 65_536;
/** Frame ids of modules; 0 means "end", 100 "clock update". */
const moduleIds = Array.from({ length: 255 }, (_, i) => i + 1).filter((id) => id !== 100);

export interface RawAbout {
  /** µs since 1970 of T = 0 */
  readonly startUs: number;
  readonly deviceType: string;
  readonly deviceNumber: number | undefined;
  readonly recordType: string;
  /** Of the device's program; ours when it is not known. */
  readonly version: string | undefined;
  readonly folderName: string | undefined;
}

/** The first version with all that is written here. */
const ownVersion = 'v6.6.0';

/** A module to write: what it is, and its samples in chunks of any size, in time order. */
export interface RawSource extends RecordingModuleInfo {
  readonly chunks: AsyncIterable<RecordingSamples>;
}

/** How many modules a raw file can hold. */
export const maxRawModules = moduleIds.length;

/**
 * Writes a recording in the raw device format, frames of all modules merged by time, in pieces of about 64 kB.
 * Times are rounded to µs; values stay exact. @throws RangeError beyond {@link maxRawModules} modules.
 */
export async function* writeRawFile(about: RawAbout, modules: readonly RawSource[]): AsyncGenerator<Uint8Array> {
  if (modules.length > maxRawModules) throw new RangeError(`${modules.length} modules`);
  yield utf8(headerText(about, modules));
  const cursors = modules.map((module, i) => new FrameCursor(module, moduleIds[i] ?? 0, about.startUs));
  for (const cursor of cursors) await cursor.advance();
  let piece = new PieceOfFrames();
  for (let next = earliest(cursors); next; next = earliest(cursors)) {
    if (!piece.fits(next.frameBytes)) {
      yield piece.bytes();
      piece = new PieceOfFrames();
    }
    piece.add(next);
    if (next.last) await next.advance();
    else next.step();
  }
  if (piece.length > 0) yield piece.bytes();
}

function headerText(about: RawAbout, modules: readonly RawSource[]): string {
  const described = modules.map((module, i) => [
    module.name,
    {
      id: moduleIds[i],
      type: module.type,
      rate: module.rateHz,
      realtimeRate: Math.min(module.rateHz, 50),
      size: frameBytes(module),
      description: [
        { name: 'id', type: 'uint8', unit: '' },
        { name: 'time', type: 'uint64', unit: 'us' },
        ...module.columns.map(({ name, unit, description, type }) => ({
          name,
          type: type === 'f32' ? 'float32' : 'float64',
          unit,
          description,
        })),
      ],
    },
  ]);
  const header = {
    description: {
      epoch: about.startUs / 1e6,
      epochUs: about.startUs,
      version: about.version || ownVersion,
      ...(about.folderName === undefined ? {} : { folder_name: about.folderName }),
      deviceType: about.deviceType,
      ...(about.deviceNumber === undefined ? {} : { deviceId: about.deviceNumber }),
      rec_type: about.recordType,
      savingRate: 50,
      realtimeRate: 10,
      specificData: {},
      variablesNames: {},
      sillage: { exact: true },
    },
    modules: Object.fromEntries(described),
  };
  return `${markers.description}\n${JSON.stringify(header, null, 2)}\n${markers.calibration}\n{}\n${markers.data}\n`;
}

function frameBytes(module: RecordingModuleInfo): number {
  return module.columns.reduce((sum, column) => sum + (column.type === 'f32' ? 4 : 8), 9);
}

/** Stands on the next frame of one module. */
class FrameCursor {
  readonly id: number;
  readonly frameBytes: number;
  timeUs = Number.POSITIVE_INFINITY;
  row = 0;
  #samples: RecordingSamples | undefined;
  readonly #chunks: AsyncIterator<RecordingSamples>;
  readonly #startUs: number;

  constructor(module: RawSource, id: number, startUs: number) {
    this.id = id;
    this.frameBytes = frameBytes(module);
    this.#chunks = module.chunks[Symbol.asyncIterator]();
    this.#startUs = startUs;
  }

  get last(): boolean {
    return this.row + 1 >= (this.#samples?.timesSeconds.length ?? 0);
  }

  get values(): RecordingSamples['values'] {
    return this.#samples?.values ?? [];
  }

  step(): void {
    this.row++;
    this.#readTime();
  }

  /** Goes to the first frame of the next chunk that has any. */
  async advance(): Promise<void> {
    this.row = 0;
    do {
      const next = await this.#chunks.next();
      this.#samples = next.done ? undefined : next.value;
    } while (this.#samples && this.#samples.timesSeconds.length === 0);
    this.#readTime();
  }

  #readTime(): void {
    const seconds = this.#samples?.timesSeconds[this.row];
    this.timeUs = seconds === undefined ? Number.POSITIVE_INFINITY : this.#startUs + Math.round(seconds * 1e6);
  }
}

function earliest(cursors: readonly FrameCursor[]): FrameCursor | undefined {
  let found: FrameCursor | undefined;
  for (const cursor of cursors) if (cursor.timeUs < (found?.timeUs ?? Number.POSITIVE_INFINITY)) found = cursor;
  return found;
}

class PieceOfFrames {
  length = 0;
  #bytes = new Uint8Array(pieceBytes);
  #view = new DataView(this.#bytes.buffer);

  fits(frame: number): boolean {
    return this.length === 0 || this.length + frame <= pieceBytes;
  }

  add(frame: FrameCursor): void {
    const view = this.#view;
    view.setUint8(this.length, frame.id);
    view.setUint32(this.length + 1, frame.timeUs % 0x1_0000_0000, true);
    view.setUint32(this.length + 5, Math.floor(frame.timeUs / 0x1_0000_0000), true);
    let at = this.length + 9;
    for (const column of frame.values) {
      const value = column[frame.row] ?? Number.NaN;
      if (column instanceof Float32Array) {
        view.setFloat32(at, value, true);
        at += 4;
      } else {
        view.setFloat64(at, value, true);
        at += 8;
      }
    }
    this.length = at;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}
