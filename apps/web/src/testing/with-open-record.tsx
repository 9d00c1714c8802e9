import type { Record, Selection } from '@sillage/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { mergeGraphs } from '../features/record/graph-layout.ts';
import { type OpenRecord, OpenRecordProvider } from '../features/record/open-record.ts';
import { useRecordView } from '../features/record/use-record-view.ts';
import type { SelectionActions } from '../features/record/use-selection-actions.ts';
import type { StatisticsOfView } from '../features/record/use-statistics-columns.ts';
import { useViewSettings } from '../features/record/view-settings.ts';

const doesNothing: Omit<SelectionActions, 'selections' | 'mayEdit'> = {
  selecting: false,
  newName: '',
  setNewName: () => undefined,
  duplicate: () => undefined,
  dialog: undefined,
  saving: false,
  deleting: false,
  create: () => undefined,
  take: () => undefined,
  cancel: () => undefined,
  toggle: () => undefined,
  open: () => undefined,
  close: () => undefined,
  save: () => undefined,
  remove: () => undefined,
  look: () => undefined,
};

interface Given {
  readonly record: Record;
  readonly selections?: readonly Selection[];
  /** The selection that is active at first. */
  readonly active?: number | undefined;
  readonly save?: SelectionActions['save'];
  /** What the statistics are of. */
  readonly variables?: StatisticsOfView['variables'];
  readonly crop?: Partial<OpenRecord['crop']>;
  readonly children: ReactNode;
}

const nothing = () => undefined;
const noCrop = {
  window: undefined,
  keepsAll: false,
  pending: false,
  begin: nothing,
  set: nothing,
  cancel: nothing,
  apply: nothing,
};

const noProposal = {
  draft: undefined,
  answer: undefined,
  isAsking: false,
  problem: undefined,
  proposed: [],
  name: undefined,
  isAdding: false,
  isOfBefore: false,
  again: undefined,
  begin: nothing,
  change: nothing,
  turn: nothing,
  setName: nothing,
  cancel: nothing,
  add: nothing,
};

const noAnalysis: OpenRecord['analysis'] = {
  ...{
    choice: { part: 'whole', parameters: {}, inputs: {} },
    offered: undefined,
    about: undefined,
    outcome: undefined,
    byRule: undefined,
    isShown: false,
    explained: undefined,
    marked: undefined,
    explain: nothing,
  },
  ...{ canRun: false, isRunning: false, problem: undefined, phases: [], activePhase: undefined },
  ...{ choose: nothing, pointAt: nothing, show: nothing, moveEdge: nothing, resetEdges: nothing, undoEdge: nothing },
  ...{ edges: [], step: 0.001, asked: {} },
  kept: {
    ...{ all: [], isKnown: true, first: undefined, isSaving: false },
    ...{ keep: nothing, exclude: nothing, remove: nothing },
  },
};

/** For tests of a part of the record's screen: a record is open, and its selections do what the test says. */
export function WithOpenRecord({
  record,
  selections = [],
  active,
  save,
  variables = [],
  crop,
  children,
}: Given): ReactNode {
  const view = useRecordView(record);
  const [activeSelection, activate] = useState(active);
  const multiple = useViewSettings((settings) => settings.multiple);
  const layout = useMemo(
    () => (multiple ? view.layout : mergeGraphs(view.layout, record.available_data)),
    [multiple, view.layout, record],
  );
  const open = {
    record,
    view: { ...view, activeSelection, activate },
    layout,
    selections: { ...doesNothing, mayEdit: record.may.edit, selections, ...(save && { save }) },
    statistics: { columns: [], variables, decimals: new Map() },
    crop: { ...noCrop, ...crop },
    proposal: noProposal,
    analysis: noAnalysis,
    played: { isPlaying: false, toggle: nothing },
    film: undefined,
    openFilm: nothing,
    download: () => undefined,
    graphs: { current: null },
    link: () => '',
  };
  return <OpenRecordProvider value={open}>{children}</OpenRecordProvider>;
}
