import type { Record } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useAppearance } from '../../base/appearance.ts';
import { formatPercent } from '../../ui/format-number.ts';
import { useDecodingProgress } from './step-queries.ts';

/** How much of a record is decoded by now. */
export function DecodingProgress(props: { record: Record }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const progress = useDecodingProgress(props.record);
  return progress === undefined ? null : <b>{formatPercent(Math.floor(progress * 100), language)}</b>;
}
