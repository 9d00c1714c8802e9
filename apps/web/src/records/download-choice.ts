import type { DownloadType, SampleProcessing, SampleSwitch } from '@sillage/contract';

export interface DownloadChoice {
  readonly type: DownloadType;
  readonly processing: SampleProcessing;
  /** Hz, as typed. */
  readonly rate: string;
  readonly switches: readonly SampleSwitch[];
  /** Columns of computed channels, too. */
  readonly withComputed: boolean;
  /** Whole records, their selections, or of one record the window that is looked at. */
  readonly scope: 'whole' | 'selections' | 'window';
  /** Of one record: those that are ticked. */
  readonly selectionIds: readonly number[];
}
