import { oneCharacterAByte } from './byte-source.ts';
import type { FileProblem } from './recording.ts';

type OtherFormat = Extract<FileProblem, { problem: 'otherFormat' }>;

/** Bytes in which the signs of a format are looked for. */
const beginningBytes = 4096;

/** A file that begins with these bytes (hexadecimal), from a position on. */
const magic: readonly (readonly [hex: string, at: number, format: string, kind: OtherFormat['kind']])[] = [
  ['1f8b', 0, 'gzip', 'compressed'],
  ['504b0304', 0, 'zip', 'compressed'],
  ['377abcaf', 0, '7z', 'compressed'],
  ['52617221', 0, 'rar', 'compressed'],
  ['425a68', 0, 'bz2', 'compressed'],
  ['fd377a585a', 0, 'xz', 'compressed'],
  ['28b52ffd', 0, 'zst', 'compressed'],
  ['d0cf11e0', 0, 'Excel', 'notYet'],
  ['89484446', 0, 'HDF5', 'notYet'],
  ['4d41544c41422035', 0, 'MATLAB', 'notYet'],
  ['89504e47', 0, 'PNG', 'noSamples'],
  ['ffd8ff', 0, 'JPEG', 'noSamples'],
  ['25504446', 0, 'PDF', 'noSamples'],
];

/** The format of a file that is known and not read; undefined for any other. */
export function nameOtherFormat(head: Uint8Array): OtherFormat | undefined {
  const begin = oneCharacterAByte(head.subarray(0, beginningBytes));
  const binary = magic.find(([hex, at]) => startsWith(head, hex, at));
  if (binary) {
    const isExcel = binary[2] === 'zip' && begin.includes('[Content_Types].xml');
    return isExcel ? other('Excel', 'notYet') : other(binary[2], binary[3]);
  }
  const text = begin.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
  if (/^\{\s*["}]|^\[\s*[[{]/.test(text)) return other('JSON', 'notYet');
  return /^<(?:\?xml|!doctype|html|kml)/i.test(text) ? other('XML', 'notYet') : undefined;
}

function other(format: string, kind: OtherFormat['kind']): OtherFormat {
  return { problem: 'otherFormat', format, kind };
}

function startsWith(head: Uint8Array, hex: string, at: number): boolean {
  for (let i = 0; i < hex.length / 2; i++) {
    if (head[at + i] !== Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)) return false;
  }
  return true;
}
