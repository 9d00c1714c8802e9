import type { Record } from '@sillage/contract';
import type { ReactNode } from 'react';
import { RecordTrace } from '../../charts/record-trace.tsx';
import { useTrace } from './chosen-traces.ts';

/** The trace in the row of a record, of what was chosen for all rows. */
export function RowTrace(props: { record: Record; width: number; height: number; named: boolean }): ReactNode {
  return <RecordTrace {...props} trace={useTrace(props.record)} />;
}
