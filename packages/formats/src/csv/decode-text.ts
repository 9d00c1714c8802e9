import type { ByteSource } from '../byte-source.ts';

export type TextEncoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be';

/** Bytes one after the other. */
export interface ByteStream {
  /** Bytes that it gives at most. */
  readonly mostBytes: number;
  /** Fills `into` from its start; answers how many bytes there were, 0 at the end. */
  pull(into: Uint8Array): number;
}

/** The encoding of a text by its beginning; undefined for what is no text. `isWhole` when the beginning is all of it. */
export function encodingOf(head: Uint8Array, isWhole: boolean): TextEncoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  let beyondAscii = false;
  for (const byte of head) {
    if (byte < 9 || (byte > 13 && byte < 32)) return undefined;
    if (byte > 127) beyondAscii = true;
  }
  if (!beyondAscii) return 'utf-8';
  try {
    // `stream`: a character that is cut off at the end is no error.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !isWhole });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** A text's bytes in an encoding whose commas, digits and line ends are those of ASCII, without the byte-order mark. */
export function asciiLike(source: ByteSource, encoding: TextEncoding): ByteStream {
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? utf16Stream(source, encoding) : plainStream(source);
}

function plainStream(source: ByteSource): ByteStream {
  const mark = new Uint8Array(3);
  const hasMark = source.read(mark, 0) === 3 && mark[0] === 0xef && mark[1] === 0xbb && mark[2] === 0xbf;
  let at = hasMark ? 3 : 0;
  return {
    mostBytes: source.sizeBytes,
    pull(into) {
      const count = source.read(into, at);
      at += count;
      return count;
    },
  };
}

/** As UTF-8, which takes at most 3 bytes for 2. */
function utf16Stream(source: ByteSource, encoding: 'utf-16le' | 'utf-16be'): ByteStream {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  let at = 0;
  return {
    mostBytes: 1.5 * source.sizeBytes,
    pull(into) {
      const raw = new Uint8Array(Math.floor(into.length / 3) * 2);
      for (;;) {
        const count = source.read(raw, at);
        at += count;
        const text = decoder.decode(raw.subarray(0, count), { stream: count > 0 });
        // A piece may be half a character, and the byte-order mark gives none.
        if (count === 0 || text !== '') return encoder.encodeInto(text, into).written;
      }
    },
  };
}
