import type { DownloadType } from '@sillage/contract';

export interface DownloadChoice {
  readonly type: DownloadType;
  readonly isResampled: boolean;
  /** Hz, as typed. */
  readonly rate: string;
  readonly dropEmpty: boolean;
  /** Selections instead of whole records. */
  readonly bySelection: boolean;
  /** Of one record: those that are ticked. */
  readonly selectionIds: readonly number[];
}
