import type { ByteSource } from '../byte-source.ts';
import { oneCharacterAByte } from '../byte-source.ts';
import { type FitBaseType, fitBaseType } from './fit-types.ts';

/** Bytes of a message at most: 255 fields of 255 bytes, and as many of developers. */
const maxMessageBytes = 2 * 255 * 255 + 1;
const windowBytes = 4 * maxMessageBytes;
const leastHeaderBytes = 12;
const crcBytes = 2;
const timestampField = 253;

export interface FitField {
  readonly num: number;
  /** The developer's index; undefined for fields of the profile. */
  readonly developer: number | undefined;
  /** Bytes from the start of the message. */
  readonly offset: number;
  readonly size: number;
  /** Undefined for text, and for fields of developers, which are described by messages. */
  readonly type: FitBaseType | undefined;
}

interface Definition {
  readonly message: number;
  readonly little: boolean;
  readonly fields: readonly FitField[];
  readonly time: FitField | undefined;
  readonly size: number;
}

/** Whether the first bytes are those of a FIT file. */
export function looksFit(head: Uint8Array): boolean {
  return (
    head.length >= leastHeaderBytes &&
    (head[0] ?? 0) >= leastHeaderBytes &&
    oneCharacterAByte(head.subarray(8, 12)) === '.FIT'
  );
}

/**
 * Goes through the messages of a FIT file, in one window of it. Files that follow one another in it are one. Never throws
 * because of what is in it: `damagedAt` and `cut` say how it ended.
 */
export class FitMessages {
  /** Number of the message in the profile. */
  message = 0;
  fields: readonly FitField[] = [];
  little = true;
  /** s since 1989-12-31, of the message or the last one before that had a time; undefined before the first. */
  timestamp: number | undefined;
  /** Where the message begins in `view`. */
  at = 0;
  view: DataView;
  /** Byte of the file from which on a part of it makes no sense. */
  damagedAt: number | undefined;
  /** The file ends before it says so. */
  cut = false;
  readonly #source: ByteSource;
  readonly #window: Uint8Array<ArrayBuffer>;
  readonly #definitions: (Definition | undefined)[] = new Array(16).fill(undefined);
  /** Place of the window in the file, and bytes in it. */
  #base = 0;
  #filled = 0;
  /** In the file: the next message, and the end of the present part. */
  #next = 0;
  #end = 0;

  constructor(source: ByteSource) {
    this.#source = source;
    this.#window = new Uint8Array(Math.min(windowBytes, source.sizeBytes));
    this.view = new DataView(this.#window.buffer);
    this.#begin();
  }

  /** Goes to the next data message; false at the end. */
  next(): boolean {
    for (;;) {
      while (this.#next >= this.#end) {
        this.#next = this.#end + crcBytes;
        if (!this.#begin()) return false;
      }
      const at = this.#hold(this.#next, maxMessageBytes);
      const header = this.#window[at] ?? 0;
      const isDefinition = (header & 0xc0) === 0x40;
      const bytes = isDefinition ? this.#define(at, header) : this.#data(at, header);
      if (bytes === undefined) continue; // what follows this part may be whole
      this.#next += bytes;
      if (!isDefinition) return true;
    }
  }

  /** Reads the header of a part of the file; false where none begins. */
  #begin(): boolean {
    const at = this.#hold(this.#next, leastHeaderBytes);
    const bytes = this.#window.subarray(at, this.#filled);
    if (!looksFit(bytes)) return false;
    const headerBytes = bytes[0] ?? 0;
    const dataBytes = this.view.getUint32(at + 4, true);
    const { sizeBytes } = this.#source;
    const end = this.#next + headerBytes + dataBytes;
    // A device that was cut off never wrote how much there is.
    const isUnsaid = dataBytes === 0 || dataBytes === 0xffff_ffff;
    if (isUnsaid || end > sizeBytes) this.cut = true;
    this.#end = isUnsaid ? sizeBytes : Math.min(end, sizeBytes);
    this.#next += headerBytes;
    this.#definitions.fill(undefined);
    return true;
  }

  /** Bytes from a place in the file on are in the window; answers where. */
  #hold(from: number, bytes: number): number {
    const at = from - this.#base;
    if (at >= 0 && at + bytes <= this.#filled) return at;
    if (this.#base + this.#filled >= this.#source.sizeBytes && at >= 0 && at <= this.#filled) return at;
    this.#base = from;
    this.#filled = this.#source.read(this.#window, from);
    return 0;
  }

  /** Bytes of a definition; undefined when it is none, or cut off. */
  #define(at: number, header: number): number | undefined {
    const left = Math.min(this.#end - this.#next, this.#filled - at);
    const window = this.#window;
    const count = window[at + 5] ?? 0;
    const developed = (header & 0x20) === 0 ? 0 : (window[at + 6 + 3 * count] ?? 0);
    const bytes = 6 + 3 * count + ((header & 0x20) === 0 ? 0 : 1 + 3 * developed);
    if (bytes > left) return this.#stop(true);
    const architecture = window[at + 2] ?? 0;
    if (architecture > 1) return this.#stop(false);
    const fields: FitField[] = [];
    let offset = 0;
    for (let i = 0; i < count + developed; i++) {
      const own = i >= count;
      const place = at + 6 + 3 * i + (own ? 1 : 0);
      const [num = 0, size = 0, third = 0] = window.subarray(place, place + 3);
      const type = own ? undefined : fitBaseType(third);
      fields.push({ num, developer: own ? third : undefined, offset, size, type });
      offset += size;
    }
    const little = architecture === 0;
    const isTime = ({ num, developer, type, size }: FitField) =>
      num === timestampField && developer === undefined && type?.bytes === 4 && size === 4;
    const message = this.view.getUint16(at + 3, little);
    this.#definitions[header & 0x0f] = { message, little, fields, time: fields.find(isTime), size: offset };
    return bytes;
  }

  #data(at: number, header: number): number | undefined {
    const compressed = (header & 0x80) !== 0;
    const definition = this.#definitions[compressed ? (header >> 5) & 3 : header & 0x0f];
    if (!definition) return this.#stop(false);
    const bytes = 1 + definition.size;
    if (bytes > Math.min(this.#end - this.#next, this.#filled - at)) return this.#stop(true);
    this.message = definition.message;
    this.fields = definition.fields;
    this.little = definition.little;
    this.at = at + 1;
    const { time } = definition;
    const seconds = time?.type ? this.number(time, time.type) : Number.NaN;
    if (!Number.isNaN(seconds)) this.timestamp = seconds;
    else if (compressed && this.timestamp !== undefined) {
      // The low five bits of a time that is at most 31 s after the last.
      this.timestamp += ((header & 0x1f) - (this.timestamp & 0x1f)) & 0x1f;
    }
    return bytes;
  }

  /** One number of a field, NaN when it has no value. */
  number(field: FitField, type: FitBaseType, index = 0): number {
    return type.read(this.view, this.at + field.offset + index * type.bytes, this.little);
  }

  /** The text of a field. */
  text({ offset, size }: FitField): string {
    const bytes = this.#window.subarray(this.at + offset, this.at + offset + size);
    const end = bytes.indexOf(0);
    return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  }

  #stop(cutOff: boolean): undefined {
    // The end of a file that never said its size may be its checksum.
    const isRest = this.cut && this.#end - this.#next <= crcBytes;
    if (cutOff && this.#end >= this.#source.sizeBytes) this.cut = true;
    else if (!isRest) this.damagedAt ??= this.#next;
    this.#next = this.#end;
    return undefined;
  }
}
