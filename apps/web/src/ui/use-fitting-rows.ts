import { limits } from '@sillage/contract';
import { type RefCallback, useCallback, useState } from 'react';
import type { ScreenSize } from './screen-size.ts';

interface Fit {
  /** px */
  readonly row: number;
  /** px above the first row. */
  readonly head: number;
  readonly least: number;
  readonly most: number;
  /** Where nothing can be measured. */
  readonly otherwise: number;
}

/** On phones pages are scrolled. */
const scrolledRows: Fit = { row: 72, head: 0, least: 20, most: 20, otherwise: limits.pageSize };

/** Rows of a table with its line, and its head. */
export const tableRows: Readonly<Record<ScreenSize, Fit>> = {
  desktop: { row: 40, head: 37, least: 5, most: 60, otherwise: limits.pageSize },
  tablet: { row: 52, head: 49, least: 5, most: 60, otherwise: limits.pageSize },
  phone: scrolledRows,
};

/** How many rows fit into a box of so many px, within the bounds. */
export function fittingRows(boxPixels: number, fit: Fit): number {
  if (boxPixels <= 0) return fit.otherwise;
  return Math.min(fit.most, Math.max(fit.least, Math.floor((boxPixels - fit.head) / fit.row)));
}

/** The rows that fill the box the ref is given to, whatever its height becomes; undefined until it is measured. */
export function useFittingRows({ row, head, least, most, otherwise }: Fit): {
  readonly ref: RefCallback<HTMLElement>;
  readonly rows: number | undefined;
} {
  const [rows, setRows] = useState<number>();
  const ref = useCallback(
    (box: HTMLElement | null) => {
      if (box === null) return;
      const measure = () => setRows(fittingRows(box.clientHeight, { row, head, least, most, otherwise }));
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(box);
      return () => observer.disconnect();
    },
    [row, head, least, most, otherwise],
  );
  return { ref, rows };
}
