import type { Record } from '@sillage/contract';
import type { ReactNode } from 'react';
import type { Layout } from './graph-layout.ts';
import type { StatisticsColumn, StatisticsVariable } from './statistics-panel.tsx';
import type { RecordViewState } from './use-record-view.ts';
import type { SelectionActions } from './use-selection-actions.ts';

/** What every layout of the record view is made of. */
export interface RecordParts {
  readonly record: Record;
  readonly view: RecordViewState;
  /** As drawn: all on one graph when multiple graphs are off. */
  readonly layout: Layout;
  readonly selections: SelectionActions;
  readonly columns: readonly StatisticsColumn[];
  readonly variables: readonly StatisticsVariable[];
  readonly curves: ReactNode;
  readonly overview: ReactNode;
  readonly lane: ReactNode;
  onDownload(): void;
  onDeleted(): void;
}
