import { type RecordingModuleInfo, utf8 } from '../recording.ts';
import { earliest, type ModuleSource, openCursors, type RowCursor } from '../rows/merge-modules.ts';
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

/** How many modules a raw file can hold. */
export const maxRawModules = moduleIds.length;

/**
 * Writes a recording in the raw device format, frames of all modules merged by time, in pieces of about 64 kB.
 * Times are rounded to µs; values stay exact. @throws RangeError beyond {@link maxRawModules} modules.
 */
export async function* writeRawFile(about: RawAbout, modules: readonly ModuleSource[]): AsyncGenerator<Uint8Array> {
  if (modules.length > maxRawModules) throw new RangeError(`${modules.length} modules`);
  yield utf8(headerText(about, modules));
  const frames = modules.map(frameBytes);
  const cursors = await openCursors(modules);
  let piece = new PieceOfFrames(about.startUs);
  for (let next = earliest(cursors); next; next = earliest(cursors)) {
    if (!piece.fits(frames[next.module] ?? 0)) {
      yield piece.bytes();
      piece = new PieceOfFrames(about.startUs);
    }
    piece.add(next);
    if (next.last) await next.advance();
    else next.step();
  }
  if (piece.length > 0) yield piece.bytes();
}

function headerText(about: RawAbout, modules: readonly ModuleSource[]): string {
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

class PieceOfFrames {
  length = 0;
  #bytes = new Uint8Array(pieceBytes);
  #view = new DataView(this.#bytes.buffer);
  readonly #startUs: number;

  constructor(startUs: number) {
    this.#startUs = startUs;
  }

  fits(frame: number): boolean {
    return this.length === 0 || this.length + frame <= pieceBytes;
  }

  add(frame: RowCursor): void {
    const view = this.#view;
    const timeUs = this.#startUs + Math.round(frame.seconds * 1e6);
    view.setUint8(this.length, moduleIds[frame.module] ?? 0);
    view.setUint32(this.length + 1, timeUs % 0x1_0000_0000, true);
    view.setUint32(this.length + 5, Math.floor(timeUs / 0x1_0000_0000), true);
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
