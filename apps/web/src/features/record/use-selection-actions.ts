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
  const selections = useSelections(record.id).data ?? noSelections;
  const edits = useSelectionEdits(record.id);
  const [dialog, setDialog] = useState<{ kind: 'edit' | 'delete'; selection: Selection }>();
  const selecting = view.mode === 'select';

  function create(t0: number, t1: number): void {
    if (!mayEdit) return;
    view.setMode('zoomX');
    edits.create.mutate({ t0, t1 }, { onSuccess: (made) => view.activate(made.id) });
  }
  const take = () => {
    const range = rangeOfCursors(view.mark, view.cursor.time) ?? view.window;
    create(range.from, range.to);
  };
  const cancel = () => view.setMode('zoomX');
  const toggle = () => view.setMode(selecting ? 'zoomX' : 'select');
  useShortcut('S', toggle, mayEdit);
  useShortcut('Escape', cancel, selecting);
  useShortcut('Enter', take, selecting);

  return {
    mayEdit,
    selections,
    selecting,
    dialog,
    saving: edits.edit.isPending,
    deleting: edits.remove.isPending,
    create,
    take,
    cancel,
    toggle,
    open: (kind: 'edit' | 'delete', selection: Selection) => setDialog({ kind, selection }),
    close: () => setDialog(undefined),
    save: (selection: Selection, body: Parameters<typeof edits.edit.mutate>[0]['body']) =>
      edits.edit.mutate({ selectionId: selection.id, body }, { onSuccess: () => setDialog(undefined) }),
    remove: (selection: Selection) =>
      edits.remove.mutate(selection.id, {
        onSuccess: () => {
          setDialog(undefined);
          if (view.activeSelection === selection.id) view.activate(undefined);
        },
      }),
    /** The window that shows a selection with a tenth of air on both sides. */
    look: (selection: Selection) => {
      const air = spanOf({ from: selection.t0, to: selection.t1 }) * 0.1;
      view.activate(selection.id);
      view.look({
        from: Math.max(view.extent.from, selection.t0 - air),
        to: Math.min(view.extent.to, selection.t1 + air),
      });
    },
  };
}

export type SelectionActions = ReturnType<typeof useSelectionActions>;
