import { type ApiClient, ApiError, NetworkError } from '@sillage/client';
import { api } from '@sillage/contract';
import { reportError } from '../../../base/report-problems.ts';
import type { FindMapping } from '../../../records/csv/look-at-head.ts';
import { inHex } from '../../../records/csv/sha256.ts';
import { readFileRate } from '../../../records/sample-rate.ts';
import { type HashBlob, UnreadableFile } from '../../../records/upload/hash-blob.ts';
import { sendFile } from '../../../records/upload/send-file.ts';
import { lookAtCsv } from './look-at-csv.ts';
import {
  isUnderWay,
  readDate,
  type UploadFields,
  type UploadRow,
  type UploadState,
  waitsForWifi,
} from './upload-rows.ts';

export interface Worked {
  readonly server: ApiClient;
  readonly hash: HashBlob;
  /** Resolves after so long, or at once when it is given up. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Whether films wait for another network. */
  readonly isMetered: () => boolean;
  /** A record was made. */
  readonly onMade: () => void;
  /** Nothing is under way any more: what became of the files since the last time. */
  readonly onRest: (taken: number, refused: number) => void;
}

/** The rows as they are kept. */
export interface Rows {
  all(): readonly UploadRow[];
  isPaused(): boolean;
  /** What is said of all files of the row's club. */
  fieldsOf(clientId: number): UploadFields;
  change(id: number, some: Partial<UploadRow>): void;
}

const lostAnswerMs = 2000;

/** Takes the rows from a file to a record: looks at it, hashes it, sends it, and makes its record once that is asked for. */
export function workOnUploads({ server, hash, wait, isMetered, onMade, onRest }: Worked, rows: Rows) {
  const running = new Map<number, AbortController>();
  let taken = 0;
  let refused = 0;

  const rowOf = (id: number) => rows.all().find((row) => row.id === id);
  const { change } = rows;
  const become = (id: number, state: UploadState) => change(id, { state });

  /** One at a time: more would only share the same way. */
  function goOn(): void {
    if (running.size > 0) return;
    const spares = isMetered();
    const mayGoOn = (row: UploadRow) =>
      row.state.kind === 'sent' || !(rows.isPaused() || (spares && waitsForWifi(row)));
    const next = rows.all().find((row) => needsWork(row) && mayGoOn(row));
    if (next !== undefined) {
      void run(next.id);
      return;
    }
    if (rows.all().some(isUnderWay) || taken + refused === 0) return;
    onRest(taken, refused);
    taken = 0;
    refused = 0;
  }

  async function run(id: number): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      await work(id, controller.signal);
    } catch (problem) {
      if (!controller.signal.aborted) refuse(id, problem);
    } finally {
      running.delete(id);
      goOn();
    }
  }

  function refuse(id: number, problem: unknown): void {
    refused += 1;
    // A bug: it is told where others are.
    if (!(problem instanceof ApiError || problem instanceof UnreadableFile)) reportError(problem, 'upload');
    const message =
      problem instanceof ApiError ? problem.body.message : problem instanceof UnreadableFile ? 'unreadable' : 'failed';
    become(id, { kind: 'refused', message });
    if (!(problem instanceof ApiError && problem.body.code === 'upload.corrupted')) return;
    // Whoever sends it again sends other bytes; without its file it is sent to the same place once it is chosen again.
    const isFileHere = rowOf(id)?.file !== undefined;
    change(id, { offset: 0, ...(isFileHere && { uid: undefined, sha256: undefined }) });
  }

  async function work(id: number, signal: AbortSignal): Promise<void> {
    const row = rowOf(id);
    if (row === undefined) return;
    if (row.state.kind === 'waiting' && row.file !== undefined) {
      await lookAt(row, row.file);
      signal.throwIfAborted();
      const sha256 = await hashOf(row, row.file);
      signal.throwIfAborted();
      if (!row.again && (await isSame(row, sha256, signal))) return;
      const uid = await sendOf({ ...row, file: row.file, sha256 }, signal);
      change(id, { uid, state: { kind: 'sent' } });
    } else if (row.state.kind === 'waiting') become(id, { kind: 'sent' });
    if (rowOf(id)?.isConfirmed) await make(id, signal);
  }

  async function lookAt({ id, clientId, csv }: UploadRow, file: File): Promise<void> {
    if (csv !== undefined) return;
    const query = { client_id: clientId };
    const find: FindMapping = async (header) => {
      const known = await server.call(api.readCsvMapping, { params: { header }, query }).catch(unlessLost);
      return 'mapping' in known ? known.mapping : null;
    };
    change(id, { csv: await lookAtCsv(file, find) });
  }

  async function hashOf(row: UploadRow, file: File): Promise<string> {
    become(row.id, { kind: 'hashing', readBytes: 0 });
    const told = (readBytes: number) => {
      if (rowOf(row.id)?.state.kind === 'hashing') become(row.id, { kind: 'hashing', readBytes });
    };
    const sha256 = inHex(await hash(file, told));
    // Another file of the same name and size than the one that was begun.
    const isOther = row.sha256 !== undefined && row.sha256 !== sha256;
    change(row.id, { sha256, ...(isOther && { uid: undefined, offset: 0 }) });
    return sha256;
  }

  async function isSame({ id, clientId }: UploadRow, sha256: string, signal: AbortSignal): Promise<boolean> {
    const asked = { params: { sha256 }, query: { client_id: clientId } };
    const [record] = await server.call(api.findSameFile, asked).catch(unlessLost);
    signal.throwIfAborted();
    if (record !== undefined) become(id, { kind: 'same', record });
    return record !== undefined;
  }

  async function sendOf(row: UploadRow & { readonly file: File; readonly sha256: string }, signal: AbortSignal) {
    const { id, clientId, file, sha256 } = row;
    become(id, { kind: 'sending' });
    return sendFile({
      ...{ server, hash, clientId, file, sha256, signal, wait },
      uid: rowOf(id)?.uid,
      onBegun: (uid) => change(id, { uid }),
      onOffset: (offset) => {
        if (!signal.aborted) change(id, { offset, state: { kind: 'sending' } });
      },
      onInterrupted: () => become(id, { kind: 'interrupted' }),
    });
  }

  /** Asked until it is answered: the server makes one record, however often. */
  async function make(id: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const row = rowOf(id);
      if (row === undefined) return;
      if (row.uid === undefined) throw new Error('a record of a file that was not sent');
      become(id, { kind: 'making' });
      try {
        const body = { ...bodyOf(row, rows.fieldsOf(row.clientId)), upload: row.uid, again: row.again };
        const made = await server.call(api.uploadRecord, { body, signal });
        taken += 1;
        become(id, { kind: 'done', recordId: made.id });
        return onMade();
      } catch (problem) {
        if (!isAskedAgain(problem)) throw problem;
        await wait(lostAnswerMs, signal);
        signal.throwIfAborted();
      }
    }
  }

  return {
    goOn,
    /** Gives up what is done for a row now; it goes on with others. */
    stop: (id: number) => running.get(id)?.abort(),
    running: (): readonly number[] => [...running.keys()],
  };
}

const needsWork = ({ state, isConfirmed }: UploadRow) =>
  state.kind === 'waiting' || (state.kind === 'sent' && isConfirmed);

function bodyOf({ own, clientId, csv }: UploadRow, ofAll: UploadFields) {
  const said = { ...ofAll, ...own };
  const rate = readFileRate(said.rate);
  const date = readDate(said.date);
  return {
    client_id: clientId,
    user_ids: [...said.userIds],
    sport_id: said.sportId,
    ...(said.groupId !== null && { group_id: said.groupId }),
    ...(said.exercise !== null && { exercise_name: said.exercise }),
    comment: said.comment,
    ...(date !== undefined && date !== 'invalid' && { date }),
    ...(said.timezone !== '' && { timezone: said.timezone }),
    ...(typeof rate === 'number' && { rate }),
    ...((csv?.isDecided || csv?.isEdited) && { csv_mapping: csv.mapping }),
  };
}

/** The answer was lost, or the server is still at what was asked before. */
const isAskedAgain = (problem: unknown): boolean =>
  problem instanceof NetworkError || (problem instanceof ApiError && problem.body.code === 'upload.busy');

/** Without an answer nothing is known: what was asked is not needed to go on. */
export function unlessLost(problem: unknown): [] {
  if (problem instanceof NetworkError) return [];
  throw problem;
}
