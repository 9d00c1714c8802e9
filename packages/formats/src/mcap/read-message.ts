import type { RecordingColumn } from '../recording.ts';
import { safeName, uniqueNames } from '../safe-names.ts';

/** Numbers of messages that become columns. */
export const mostColumns = 1024;
/** Of objects within objects, and of lists of numbers. */
const [mostDepth, mostItems] = [6, 64];
/** Of a JSON message, which takes many times that when parsed. */
const mostMessageBytes = 1 << 20;
/** Of the names of objects around a number, and its own. */
const mostPathCharacters = 1000;

/**
 * Numbers of a message of Protocol Buffers by their fields, from 1 on, into `values`; false when it cannot be read. Fields that
 * are absent are 0, as everywhere; fields of another kind are left out.
 */
export function readProtobuf(data: Uint8Array, values: Float64Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  values.fill(0);
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; at < data.length && shift < 64; shift += 7) {
      const byte = data[at++]!;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
    return Number.NaN;
  };
  while (at < data.length) {
    const tag = varint();
    const [field, wire] = [Math.floor(tag / 8), tag % 8];
    if (!(field >= 1)) return false;
    if (wire === 1 && at + 8 <= data.length) {
      if (field <= values.length) values[field - 1] = view.getFloat64(at, true);
      at += 8;
    } else if (wire === 5 && at + 4 <= data.length) {
      if (field <= values.length) values[field - 1] = view.getFloat32(at, true);
      at += 4;
    } else if (wire === 0) {
      if (Number.isNaN(varint())) return false;
    } else if (wire === 2) {
      const length = varint();
      if (!(length <= data.length - at)) return false;
      at += length;
    } else return false;
  }
  return true;
}

/** Numbers of JSON messages, each field that ever was one; learnt message by message. */
export class JsonFields {
  readonly columns: RecordingColumn[] = [];
  /** Some more numbers than become columns. */
  tooMany = false;
  readonly #places = new Map<string, number>();
  readonly #nameOnce = uniqueNames();
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });

  /** Learns the fields of a message; false when it cannot be read. */
  learn(data: Uint8Array): boolean {
    return this.#walk(data, (path) => {
      if (this.#places.has(path)) return;
      if (this.columns.length === mostColumns) {
        this.tooMany = true;
        return;
      }
      this.#places.set(path, this.columns.length);
      const description = { fr: path.slice(0, 100), en: path.slice(0, 100) };
      this.columns.push({ name: this.#nameOnce(safeName(path)), unit: '', description, type: 'f64' });
    });
  }

  /** Reads a message into `values`, NaN where it has no number; false when it cannot be read. */
  read(data: Uint8Array, values: Float64Array): boolean {
    values.fill(Number.NaN);
    return this.#walk(data, (path, value) => {
      const place = this.#places.get(path);
      if (place !== undefined) values[place] = value;
    });
  }

  #walk(data: Uint8Array, take: (path: string, value: number) => void): boolean {
    if (data.length > mostMessageBytes) return false;
    let message: unknown;
    try {
      message = JSON.parse(this.#decoder.decode(data));
    } catch {
      return false;
    }
    if (typeof message !== 'object' || message === null) return false;
    walkNumbers(message, '', 0, take);
    return true;
  }
}

function walkNumbers(value: unknown, path: string, depth: number, take: (path: string, value: number) => void): void {
  if (path.length > mostPathCharacters) return;
  if (typeof value === 'number' && Number.isFinite(value)) take(path, value);
  if (typeof value !== 'object' || value === null || depth === mostDepth) return;
  const entries = Array.isArray(value) ? [...value.slice(0, mostItems).entries()] : Object.entries(value);
  for (const [key, each] of entries.slice(0, mostColumns)) {
    walkNumbers(each, path === '' ? String(key) : `${path}_${key}`, depth + 1, take);
  }
}
