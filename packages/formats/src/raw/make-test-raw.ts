import { readFileSync } from 'node:fs';
import { isProblem, type Recording, readRawFile, utf8, writeRawFile } from '../index.ts';

const fixture = new URL('../../../testkit/fixtures/19_raw_device_file/recording.txt', import.meta.url);
/** The file of set 19: one module of 33 bytes a frame. */
export const real = new Uint8Array(readFileSync(fixture));
export const frameBytes = 33;
export const dataStart = Buffer.from(real).indexOf('<== data ==>\n') + 13;

export function read(bytes: Uint8Array): Recording {
  const recording = readRawFile(bytes);
  if (isProblem(recording)) throw new Error(JSON.stringify(recording));
  return recording;
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** A file of one module with the given frames. */
export function file(description: object, module: object, frames: Uint8Array): Uint8Array {
  const header = { description: { epochUs: 0, ...description }, modules: { m: { id: 1, rate: 100, ...module } } };
  return joined(
    utf8(`<== description ==>\n${JSON.stringify(header)}\n<== calibration ==>\n{}\n<== data ==>\n`),
    frames,
  );
}

/** id, time in µs, then int16 values. */
export function frame(id: number, timeUs: number, ...values: number[]): Uint8Array {
  const bytes = new Uint8Array(9 + 2 * values.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, id);
  view.setBigUint64(1, BigInt(timeUs), true);
  values.forEach((value, i) => {
    view.setInt16(9 + 2 * i, value, true);
  });
  return bytes;
}

export const idAndTime = [
  ['id', 'uint8', ''],
  ['time', 'uint64', 'us'],
];
export const imuOf16 = {
  type: 'imu',
  acc_factor: 0.5,
  description: [...idAndTime, ['acc_x', 'int16', 'm/s²'], ['other', 'int16', '']],
};

/** A recording as a raw file, its samples handed over in pieces of which one is empty. */
export async function written(recording: Recording): Promise<Uint8Array> {
  const about = { ...recording, startUs: recording.startUs ?? 0 };
  const modules = recording.modules.map((module) => ({
    ...module,
    chunks: (async function* () {
      const half = module.timesSeconds.length >> 1;
      for (const [from, to] of [
        [0, half],
        [half, half],
        [half, undefined],
      ] as const) {
        const values = module.values.map((v) => v.slice(from, to));
        yield { timesSeconds: module.timesSeconds.slice(from, to), values };
      }
    })(),
  }));
  const pieces: Uint8Array[] = [];
  for await (const piece of writeRawFile(about, modules)) pieces.push(piece);
  return joined(...pieces);
}
