import type { Record } from '@sillage/contract';
import { createContext, type RefObject, use } from 'react';
import type { AnalysisRun } from './analysis/use-analysis-run.ts';
import type { FilmBeside } from './film/use-film-beside.ts';
import type { Layout } from './graph-layout.ts';
import type { ProposalEdit } from './propose/use-proposal.ts';
import type { CropEdit } from './use-crop-edit.ts';
import type { Played } from './use-played-cursor.ts';
import type { RecordViewState } from './use-record-view.ts';
import type { SelectionActions } from './use-selection-actions.ts';
import type { StatisticsOfView } from './use-statistics-columns.ts';

/** The record that is open, how it is looked at and its selections: what all parts of its screen work with. */
export interface OpenRecord {
  readonly record: Record;
  readonly view: RecordViewState;
  /** As drawn: all on one graph when multiple graphs are off. */
  readonly layout: Layout;
  readonly selections: SelectionActions;
  readonly statistics: StatisticsOfView;
  readonly crop: CropEdit;
  readonly proposal: ProposalEdit;
  readonly analysis: AnalysisRun;
  readonly played: Played;
  /** What is shown beside the curves; undefined while that is closed. */
  readonly film: FilmBeside | undefined;
  openFilm(isOpen: boolean): void;
  download(): void;
  /** Where the graphs are on the page; null while there are none. */
  readonly graphs: RefObject<HTMLElement | null>;
  /** The address that reopens exactly this view. */
  link(): string;
}

const OpenRecordContext = createContext<OpenRecord | undefined>(undefined);
export const OpenRecordProvider = OpenRecordContext.Provider;

export function useOpenRecord(): OpenRecord {
  const open = use(OpenRecordContext);
  if (open === undefined) throw new Error('useOpenRecord outside of OpenRecordProvider');
  return open;
}
