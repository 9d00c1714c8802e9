import { api, type CsvMapping } from '@sillage/contract';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { notifyProblem } from '../../../base/notify.ts';
import { headerOf } from '../../../records/csv/look-at-head.ts';
import {
  isToConfirm,
  rowOfUpload,
  type UploadFields,
  type UploadRow,
  type UploadState,
  waitsForWifi,
  withFiles,
} from './upload-rows.ts';
import { unlessLost, type Worked, workOnUploads } from './work-on-uploads.ts';

interface State {
  /** Of all clubs: a file goes on while another club is looked at. */
  readonly rows: readonly UploadRow[];
  /** What is said of all files of a club, by its id. */
  readonly fields: Readonly<Record<number, UploadFields>>;
  /** Of the files that were chosen last. */
  readonly leftOut: {
    readonly clientId: number;
    /** Beyond what an import takes. */
    readonly left: number;
    /** They look like one in the list. */
    readonly doubles: readonly File[];
  };
  readonly isPaused: boolean;
}

/** Files on their way: they go on while the person walks through the app. */
export interface Uploads {
  readonly use: UseBoundStore<StoreApi<State>>;
  add(files: readonly File[], clientId: number): void;
  /** The files that looked like others are others. */
  addDoubles(): void;
  /** Shows what was begun before the page was loaded. */
  findUnfinished(): Promise<void>;
  /** Of all files of a club, or of one file alone. */
  say(fields: Partial<UploadFields>, of: { readonly clientId: number } | { readonly rowId: number }): void;
  /** What the cells of a CSV mean, as it is shown and sent; of one in doubt it has to be decided as well. */
  edit(rowId: number, mapping: CsvMapping): void;
  /** What the cells of a CSV mean; remembered for the club where that is wanted. */
  decide(rowId: number, mapping: CsvMapping, remembers: boolean): void;
  /** All files of the club become records as soon as they are there. */
  confirm(clientId: number): void;
  pauseAll(isPaused: boolean): void;
  pause(rowId: number): void;
  /** Goes on, or tries again; `again`: although there is a record of the same file. */
  resume(rowId: number, again?: boolean): void;
  /** Sends a film although the network's bytes are counted. */
  sendAnyway(rowId: number): void;
  /** The network is another one: films wait for Wi-Fi, or go on. */
  spare(): void;
  remove(rowId: number): void;
  clear(): void;
}

/** Nothing is said. */
export const noFields: UploadFields = {
  ...{ userIds: [], sportId: null, groupId: null, exercise: null, comment: '', rate: '' },
  ...{ date: '', timezone: '' },
};

export function createUploads(worked: Worked): Uploads {
  const { server } = worked;
  const nothing: State = { rows: [], fields: {}, leftOut: { clientId: 0, left: 0, doubles: [] }, isPaused: false };
  const use = create<State>()(() => nothing);

  const rowOf = (id: number) => use.getState().rows.find((row) => row.id === id);
  const fieldsOf = (clientId: number) => use.getState().fields[clientId] ?? noFields;
  const change = (id: number, some: Partial<UploadRow>) =>
    use.setState(({ rows }) => ({ rows: rows.map((row) => (row.id === id ? { ...row, ...some } : row)) }));
  const become = (id: number, state: UploadState) => change(id, { state });
  const all = () => use.getState().rows;
  const work = workOnUploads(worked, { all, fieldsOf, change, isPaused: () => use.getState().isPaused });

  function pause(id: number): void {
    if (!['waiting', 'hashing', 'sending', 'interrupted'].includes(rowOf(id)?.state.kind ?? '')) return;
    work.stop(id);
    become(id, { kind: 'paused' });
  }

  function add(files: readonly File[], clientId: number): void {
    const { rows, left, doubles } = withFiles(use.getState().rows, files, clientId);
    use.setState({ rows, leftOut: { clientId, left, doubles } });
    work.goOn();
  }

  return {
    use,
    add,
    addDoubles() {
      const { doubles, clientId } = use.getState().leftOut;
      // A copy has a date of its own, so that it looks like no other.
      const others = doubles.map((file, at) => new File([file], file.name, { lastModified: Date.now() + at + 1 }));
      add(others, clientId);
    },
    async findUnfinished() {
      const begun = await server.call(api.listUploads).catch(unlessLost);
      use.setState(({ rows }) => {
        const unknown = begun.filter(({ uid }) => !rows.some((row) => row.uid === uid));
        return { rows: [...rows, ...unknown.map(rowOfUpload)] };
      });
    },
    say(some, of) {
      if ('rowId' in of) change(of.rowId, { own: { ...rowOf(of.rowId)?.own, ...some } });
      else
        use.setState(({ fields }) => ({ fields: { ...fields, [of.clientId]: { ...fieldsOf(of.clientId), ...some } } }));
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
    confirm(clientId) {
      const confirmed = (row: UploadRow) => row.clientId === clientId && isToConfirm(row);
      use.setState(({ rows }) => ({
        rows: rows.map((row) => (confirmed(row) ? { ...row, isConfirmed: true } : row)),
      }));
      work.goOn();
    },
    pauseAll(isPaused) {
      use.setState({ isPaused });
      if (isPaused) {
        for (const id of work.running()) pause(id);
        return;
      }
      use.setState(({ rows }) => ({
        rows: rows.map((row) => (row.state.kind === 'paused' ? { ...row, state: { kind: 'waiting' } } : row)),
      }));
      work.goOn();
    },
    pause,
    resume(id, again = false) {
      const { file, offset, size } = rowOf(id) ?? {};
      const isLost = file === undefined && offset !== size;
      change(id, { state: { kind: isLost ? 'fileNeeded' : 'waiting' }, ...(again && { again }) });
      work.goOn();
    },
    sendAnyway(id) {
      change(id, { byAnyNetwork: true });
      work.goOn();
    },
    spare() {
      for (const id of worked.isMetered() ? work.running() : []) {
        const row = rowOf(id);
        if (row === undefined || !waitsForWifi(row) || !['hashing', 'sending', 'interrupted'].includes(row.state.kind))
          continue;
        work.stop(id);
        become(id, { kind: 'waiting' });
      }
      work.goOn();
    },
    remove(id) {
      const uid = rowOf(id)?.uid;
      const isRecord = rowOf(id)?.state.kind === 'done';
      work.stop(id);
      use.setState(({ rows }) => ({ rows: rows.filter((row) => row.id !== id) }));
      const headers = { 'Tus-Resumable': '1.0.0' };
      // What stays there ends by itself.
      if (uid !== undefined && !isRecord) server.call(api.deleteUpload, { params: { uid }, headers }).catch(() => {});
      work.goOn();
    },
    clear() {
      for (const id of work.running()) work.stop(id);
      use.setState(nothing);
    },
  };
}
