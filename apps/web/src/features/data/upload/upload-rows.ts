import type { Translated, Upload } from '@sillage/contract';
import type { CsvOfFile } from '../../../records/csv/look-at-head.ts';
import { parseDateTime } from '../../../records/parse-date.ts';
import { readFileRate } from '../../../records/sample-rate.ts';
import { isCsvName, needsMapping } from './look-at-csv.ts';

/** Files that wait to be records, of all clubs together: as many as a person may have begun. */
export const mostFiles = 200;

/** What is said of files that are imported. */
export interface UploadFields {
  readonly userIds: readonly number[];
  readonly sportId: number | null;
  readonly groupId: number | null;
  readonly exercise: string | null;
  readonly comment: string;
  /** `dd/mm/yyyy hh:mm:ss` in the timezone, as typed. */
  readonly date: string;
  readonly timezone: string;
  /** Hz, as typed. */
  readonly rate: string;
}

export type UploadState =
  | { readonly kind: 'waiting' | 'sent' | 'making' | 'paused' }
  /** Begun before the page was loaded: the browser has forgotten the file. */
  | { readonly kind: 'fileNeeded' }
  | { readonly kind: 'hashing'; readonly readBytes: number }
  | { readonly kind: 'sending' | 'interrupted' }
  | { readonly kind: 'same'; readonly record: { readonly id: number; readonly basename: string } }
  | { readonly kind: 'done'; readonly recordId: number }
  | { readonly kind: 'refused'; readonly message: Translated | 'unreadable' | 'failed' };

export interface UploadRow {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly file: File | undefined;
  readonly clientId: number;
  readonly state: UploadState;
  /** Bytes that are safe on the server. */
  readonly offset: number;
  readonly uid: string | undefined;
  readonly sha256: string | undefined;
  /** What is said of this file and not of all. */
  readonly own: Partial<UploadFields>;
  /** Of a CSV: what its cells mean. */
  readonly csv: CsvOfFile | undefined;
  /** It becomes a record as soon as it is there. */
  readonly isConfirmed: boolean;
  /** Also when there is a record of the same file. */
  readonly again: boolean;
  /** Also over a network whose bytes are counted. */
  readonly byAnyNetwork: boolean;
}

/** What was typed, as the server takes it; undefined: nothing. */
export function readDate(typed: string): string | undefined | 'invalid' {
  if (typed.trim() === '') return undefined;
  const ms = parseDateTime(typed, 'UTC');
  return ms === undefined ? 'invalid' : new Date(ms).toISOString().slice(0, 19);
}

let lastId = 0;

export function rowOfFile(file: File, clientId: number): UploadRow {
  return {
    ...{ id: ++lastId, name: file.name, size: file.size, file, clientId, offset: 0, own: {} },
    ...{ uid: undefined, sha256: undefined, csv: undefined },
    ...{ isConfirmed: false, again: false, byAnyNetwork: false, state: { kind: 'waiting' } },
  };
}

/** One that was begun before: it needs its file for the bytes that are not there yet, and a CSV for what its columns mean. */
export function rowOfUpload({ uid, client_id: clientId, filename, size, offset, sha256 }: Upload): UploadRow {
  return {
    ...{ id: ++lastId, name: filename, size, file: undefined, clientId, offset, own: {}, uid },
    ...{ sha256: sha256 ?? undefined, csv: undefined, isConfirmed: false, again: false, byAnyNetwork: false },
    state: { kind: offset === size && !isCsvName(filename) ? 'sent' : 'fileNeeded' },
  };
}

/** The files that were chosen, in their rows: of those that wait for their file, and new ones as far as there is room. */
export function withFiles(rows: readonly UploadRow[], files: readonly File[], clientId: number) {
  const now = [...rows];
  let left = 0;
  const doubles: File[] = [];
  for (const file of files) {
    const at = now.findIndex((row) => row.clientId === clientId && isAwaited(row, file));
    const awaited = now[at];
    if (awaited !== undefined) now[at] = { ...awaited, file, state: { kind: 'waiting' } };
    else if (now.some((row) => row.clientId === clientId && looksLike(row, file))) doubles.push(file);
    else if (now.filter(isPending).length >= mostFiles) left += 1;
    else now.push(rowOfFile(file, clientId));
  }
  return { rows: now, left, doubles };
}

const isAwaited = ({ state, name, size }: UploadRow, file: File): boolean =>
  state.kind === 'fileNeeded' && name === file.name && size === file.size;
const looksLike = ({ file: one }: UploadRow, other: File): boolean =>
  one?.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

export const isFilmName = (name: string): boolean => /\.(mp4|m4v|mov|webm)$/i.test(name);

/** A film is large: it waits where the network's bytes are counted, unless somebody said otherwise. */
export const waitsForWifi = ({ name, byAnyNetwork }: UploadRow): boolean => !byAnyNetwork && isFilmName(name);

export const isPending = ({ state }: UploadRow): boolean => state.kind !== 'done';
/** Something is done for it now, or will be without anybody's help. */
export const isUnderWay = ({ state }: UploadRow): boolean =>
  ['waiting', 'hashing', 'sending', 'interrupted', 'making'].includes(state.kind);
/** Its own rate, as typed, is none. */
export const hasWrongRate = ({ own }: UploadRow): boolean => readFileRate(own.rate ?? '') === 'invalid';
/** It becomes a record when that is asked for. */
export const isToConfirm = (row: UploadRow): boolean =>
  !row.isConfirmed &&
  !needsMapping(row.csv) &&
  !hasWrongRate(row) &&
  !['done', 'same', 'refused', 'fileNeeded'].includes(row.state.kind);
