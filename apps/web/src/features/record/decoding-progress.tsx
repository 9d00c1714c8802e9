import type { Record } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useDecodingProgress } from './step-queries.ts';

/** How much of a record is decoded by now, in percent. */
export function DecodingProgress(props: { record: Record }): ReactNode {
  const progress = useDecodingProgress(props.record);
  return progress === undefined ? null : <b>{Math.floor(progress * 100)}&nbsp;%</b>;
}
