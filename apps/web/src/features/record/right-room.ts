import type { CSSProperties } from 'react';
import { rightAxesOf } from './graph-layout.ts';
import { useOpenRecord } from './open-record.ts';

/** Tells the lanes how many axes stand at the right of the graphs, so that they keep one time scale. */
export function useRightRoom(): CSSProperties {
  return { '--right-axes': rightAxesOf(useOpenRecord().layout) } as CSSProperties;
}
