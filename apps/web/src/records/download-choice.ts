import type { DownloadType, SampleProcessing, SampleSwitch } from '@sillage/contract';

export interface DownloadChoice {
  readonly type: DownloadType;
  readonly processing: SampleProcessing;
  /** Hz, as typed. */
  readonly rate: string;
  readonly switches: readonly SampleSwitch[];
  /** Columns of computed channels, too. */
  readonly withComputed: boolean;
  /** Selections instead of whole records. */
  readonly bySelection: boolean;
  /** Of one record: those that are ticked. */
  readonly selectionIds: readonly number[];
}
