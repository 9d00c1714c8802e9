import type { ByteSource } from '../byte-source.ts';
import { utf8 } from '../recording.ts';
import { markers } from './read-header.ts';

const windowBytes = 1024 * 1024;
const sought = Object.values(markers).map(utf8);
const longest = Math.max(...sought.map((marker) => marker.length));

/** Position where a marker section begins again: a later record was written over this one. */
export function findSecondSection(source: ByteSource, from: number): number | undefined {
  const window = new Uint8Array(Math.min(windowBytes, source.sizeBytes));
  // Windows overlap by a marker, so that none is cut in two.
  for (let start = from; start < source.sizeBytes; start += windowBytes - longest) {
    const bytes = window.subarray(0, source.read(window, start));
    for (let at = bytes.indexOf(0x3c); at >= 0; at = bytes.indexOf(0x3c, at + 1)) {
      if (sought.some((marker) => marker.every((byte, i) => bytes[at + i] === byte))) return start + at;
    }
  }
  return undefined;
}
