import type { Record, Selection } from '@sillage/contract';
import { useState } from 'react';
import { useShortcut } from '../../base/shortcuts.ts';
import { spanOf } from '../../charts/time-window.ts';
import { useSelectionEdits, useSelections } from './statistics-queries.ts';
import { type RecordViewState, rangeOfCursors } from './use-record-view.ts';

const noSelections: readonly Selection[] = [];

/** The selections of a record and everything that can be done with them. */
export function useSelectionActions(record: Record, view: RecordViewState) {
  const mayEdit = record.may.edit;
  const { signals_version } = record;
  const selections = useSelections(record.id).data ?? noSelections;
  const edits = useSelectionEdits(record.id);
  const [dialog, setDialog] = useState<{ kind: 'edit' | 'delete'; selection: Selection }>();
  const selecting = view.mode === 'select';
  const [newName, setNewName] = useState('');

  /** Of a window of the axis. */
  function create(from: number, to: number): void {
    if (!mayEdit) return;
    const { from: t0, to: t1 } = view.x.times({ from, to });
    view.setMode('zoomX');
    const exercise = newName.trim();
    edits.create.mutate({ t0, t1, signals_version, ...(exercise !== '' && { exercise }) }, { onSuccess: activate });
  }
  const activate = (made: Selection) => {
    view.activate(made.id);
    setNewName('');
  };
  const take = () => {
    const range = rangeOfCursors(view.mark, view.cursor.time) ?? view.window;
    create(range.from, range.to);
  };
  /** The window that shows a selection with a tenth of air on both sides. */
  function look(selection: Selection): void {
    const air = spanOf({ from: selection.t0, to: selection.t1 }) * 0.1;
    view.activate(selection.id);
    const { timeExtent, ofTimes } = view.x;
    view.look(
      ofTimes({
        from: Math.max(timeExtent.from, selection.t0 - air),
        to: Math.min(timeExtent.to, selection.t1 + air),
      }),
    );
  }
  const cancel = () => view.setMode('zoomX');
  const toggle = () => view.setMode(selecting ? 'zoomX' : 'select');
  useShortcut('S', toggle, mayEdit);
  useShortcut('Escape', cancel, selecting);
  useShortcut('Enter', take, selecting);
  const inTime = [...selections].sort((a, b) => a.t0 - b.t0 || a.num - b.num);
  const active = inTime.find(({ id }) => id === view.activeSelection);
  const step = (by: 1 | -1) => {
    const from = active === undefined ? (by > 0 ? -1 : inTime.length) : inTime.indexOf(active);
    const next = inTime[from + by];
    if (next) look(next);
  };
  useShortcut('N', () => step(1), selections.length > 0);
  useShortcut('P', () => step(-1), selections.length > 0);
  const moveBound = (bound: 't0' | 't1') => {
    const { time } = view.cursor;
    if (active === undefined || time === undefined) return;
    const body = { t0: active.t0, t1: active.t1, signals_version, [bound]: view.x.toTime(time) };
    if (body.t1 > body.t0) edits.edit.mutate({ selectionId: active.id, body });
  };
  useShortcut('[', () => moveBound('t0'), mayEdit && active !== undefined);
  useShortcut(']', () => moveBound('t1'), mayEdit && active !== undefined);

  return {
    mayEdit,
    selections,
    selecting,
    /** What the next selection is called. */
    newName,
    setNewName,
    dialog,
    saving: edits.edit.isPending,
    deleting: edits.remove.isPending,
    create,
    duplicate: ({ t0, t1, exercise, comment }: Selection) =>
      edits.create.mutate({ t0, t1, exercise, comment, signals_version }, { onSuccess: activate }),
    take,
    cancel,
    toggle,
    open: (kind: 'edit' | 'delete', selection: Selection) => setDialog({ kind, selection }),
    close: () => setDialog(undefined),
    save: (
      selection: Selection,
      body: Parameters<typeof edits.edit.mutate>[0]['body'],
      then: { readonly onSuccess?: () => void; readonly onError?: () => void } = {},
    ) => edits.edit.mutate({ selectionId: selection.id, body: { ...body, signals_version } }, then),
    remove: (selection: Selection) =>
      edits.remove.mutate(selection.id, {
        onSuccess: () => {
          setDialog(undefined);
          if (view.activeSelection === selection.id) view.activate(undefined);
        },
      }),
    look,
  };
}

export type SelectionActions = ReturnType<typeof useSelectionActions>;
