import { type ApiClient, ApiError, NetworkError } from '@sillage/client';
import { api, type CsvMapping } from '@sillage/contract';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { notifyProblem } from '../../../base/notify.ts';
import { reportError } from '../../../base/report-problems.ts';
import { readRate } from '../../../records/sample-rate.ts';
import { type HashBlob, inHex, UnreadableFile } from './hash-blob.ts';
import { type FindMapping, headerOf, lookAtCsv } from './look-at-csv.ts';
import { sendFile } from './send-file.ts';
import {
  isToConfirm,
  isUnderWay,
  readDate,
  rowOfUpload,
  type UploadFields,
  type UploadRow,
  type UploadState,
  withFiles,
} from './upload-rows.ts';

interface Dependencies {
  readonly server: ApiClient;
  readonly hash: HashBlob;
  /** Resolves after so long, or at once when it is given up. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** A record was made. */
  readonly onMade: () => void;
  /** Nothing is under way any more: what became of the files since the last time. */
  readonly onRest: (taken: number, refused: number) => void;
}

interface State {
  readonly rows: readonly UploadRow[];
  /** What is said of all files. */
  readonly fields: UploadFields;
  /** Files of the last choice beyond what an import takes. */
  readonly left: number;
  /** Files of the last choice that look like one in the list. */
  readonly doubles: readonly File[];
  readonly isPaused: boolean;
}

/** Files on their way: they go on while the person walks through the app. */
export interface Uploads {
  readonly use: UseBoundStore<StoreApi<State>>;
  add(files: readonly File[], clientId: number): void;
  /** The files that looked like others are others. */
  addDoubles(clientId: number): void;
  /** Shows what was begun before the page was loaded. */
  findUnfinished(clientId: number): Promise<void>;
  say(fields: Partial<UploadFields>, rowId?: number): void;
  /** What the cells of a CSV mean, as it is shown and sent; of one in doubt it has to be decided as well. */
  edit(rowId: number, mapping: CsvMapping): void;
  /** What the cells of a CSV mean; remembered for the club where that is wanted. */
  decide(rowId: number, mapping: CsvMapping, remembers: boolean): void;
  /** All of them become records as soon as they are there. */
  confirm(): void;
  pauseAll(isPaused: boolean): void;
  pause(rowId: number): void;
  /** Goes on, or tries again; `again`: although there is a record of the same file. */
  resume(rowId: number, again?: boolean): void;
  remove(rowId: number): void;
  clear(): void;
}

const lostAnswerMs = 2000;

export function createUploads({ server, hash, wait, onMade, onRest }: Dependencies): Uploads {
  const fields: UploadFields = {
    ...{ userIds: [], sportId: null, groupId: null, exercise: null, comment: '', rate: '' },
    ...{ date: '', timezone: '' },
  };
  const nothing: State = { rows: [], fields, left: 0, doubles: [], isPaused: false };
  const use = create<State>()(() => nothing);
  const running = new Map<number, AbortController>();
  let taken = 0;
  let refused = 0;

  const rowOf = (id: number) => use.getState().rows.find((row) => row.id === id);
  const change = (id: number, some: Partial<UploadRow>) =>
    use.setState(({ rows }) => ({ rows: rows.map((row) => (row.id === id ? { ...row, ...some } : row)) }));
  const become = (id: number, state: UploadState) => change(id, { state });

  /** One at a time: more would only share the same way. */
  function goOn(): void {
    const { rows, isPaused } = use.getState();
    if (running.size > 0) return;
    const next = rows.find((row) => needsWork(row) && (!isPaused || row.state.kind === 'sent'));
    if (next !== undefined) {
      void run(next.id);
      return;
    }
    if (rows.some(isUnderWay) || taken + refused === 0) return;
    onRest(taken, refused);
    taken = 0;
    refused = 0;
  }

  const needsWork = ({ state, isConfirmed }: UploadRow) =>
    state.kind === 'waiting' || (state.kind === 'sent' && isConfirmed);

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
    change(id, { state: { kind: 'refused', message } });
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
    const { id, file, sha256 } = row;
    become(id, { kind: 'sending' });
    return sendFile({
      ...{ server, hash, file, sha256, signal, wait },
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
        const body = { ...bodyOf(row), upload: row.uid, again: row.again };
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

  function bodyOf({ own, clientId, csv }: UploadRow) {
    const said = { ...use.getState().fields, ...own };
    const rate = readRate(said.rate);
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

  function stop(id: number): void {
    running.get(id)?.abort();
  }

  function pause(id: number): void {
    if (!rowOf(id) || !['waiting', 'hashing', 'sending', 'interrupted'].includes(rowOf(id)?.state.kind ?? '')) return;
    stop(id);
    become(id, { kind: 'paused' });
  }

  function add(files: readonly File[], clientId: number): void {
    use.setState(({ rows }) => withFiles(rows, files, clientId));
    goOn();
  }

  return {
    use,
    add,
    addDoubles(clientId) {
      const { doubles } = use.getState();
      // A copy has a date of its own, so that it looks like no other.
      const others = doubles.map((file, at) => new File([file], file.name, { lastModified: Date.now() + at + 1 }));
      add(others, clientId);
    },
    async findUnfinished(clientId) {
      const begun = await server.call(api.listUploads).catch(unlessLost);
      use.setState(({ rows }) => ({
        rows: [
          ...rows,
          ...begun
            .filter(({ uid }) => !rows.some((row) => row.uid === uid))
            .map((upload) => rowOfUpload(upload, clientId)),
        ],
      }));
    },
    say(some, rowId) {
      const own = rowId === undefined ? undefined : rowOf(rowId)?.own;
      if (rowId === undefined) use.setState(({ fields: said }) => ({ fields: { ...said, ...some } }));
      else change(rowId, { own: { ...own, ...some } });
    },
    edit(id, mapping) {
      const csv = rowOf(id)?.csv;
      if (csv !== undefined) change(id, { csv: { ...csv, mapping, isEdited: true } });
    },
    decide(id, mapping, remembers) {
      const { csv, clientId } = rowOf(id) ?? {};
      if (csv === undefined || clientId === undefined) return;
      change(id, { csv: { ...csv, mapping, isDecided: true, isEdited: false } });
      if (!remembers || csv.guess.header.length === 0) return;
      const asked = { params: { header: headerOf(csv.guess) }, query: { client_id: clientId }, body: mapping };
      server.call(api.keepCsvMapping, asked).catch(notifyProblem);
    },
    confirm() {
      use.setState(({ rows }) => ({
        rows: rows.map((row) => (isToConfirm(row) ? { ...row, isConfirmed: true } : row)),
      }));
      goOn();
    },
    pauseAll(isPaused) {
      use.setState({ isPaused });
      if (isPaused) {
        for (const id of running.keys()) pause(id);
        return;
      }
      use.setState(({ rows }) => ({
        rows: rows.map((row) => (row.state.kind === 'paused' ? { ...row, state: { kind: 'waiting' } } : row)),
      }));
      goOn();
    },
    pause,
    resume(id, again = false) {
      const { file, offset, size } = rowOf(id) ?? {};
      const isLost = file === undefined && offset !== size;
      change(id, { state: { kind: isLost ? 'fileNeeded' : 'waiting' }, ...(again && { again }) });
      goOn();
    },
    remove(id) {
      const uid = rowOf(id)?.uid;
      const isRecord = rowOf(id)?.state.kind === 'done';
      stop(id);
      use.setState(({ rows }) => ({ rows: rows.filter((row) => row.id !== id) }));
      const headers = { 'Tus-Resumable': '1.0.0' };
      // What stays there ends by itself.
      if (uid !== undefined && !isRecord) server.call(api.deleteUpload, { params: { uid }, headers }).catch(() => {});
      goOn();
    },
    clear() {
      for (const id of running.keys()) stop(id);
      use.setState(nothing);
    },
  };
}

/** The answer was lost, or the server is still at what was asked before. */
const isAskedAgain = (problem: unknown): boolean =>
  problem instanceof NetworkError || (problem instanceof ApiError && problem.body.code === 'upload.busy');

/** Without an answer nothing is known: what was asked is not needed to go on. */
function unlessLost(problem: unknown): [] {
  if (problem instanceof NetworkError) return [];
  throw problem;
}
