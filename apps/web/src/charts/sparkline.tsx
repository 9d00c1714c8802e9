import { type ReactNode, useMemo } from 'react';

/** Gaps up to this many times the usual distance between values are joined: slow variables leave most places empty. */
const longestJoin = 3;
/** So many holes come from slowness, not from loss. */
const manyHoles = 5;

/** Places from one value to the next that are joined: 1 for a dense trace, else a few times its usual gap. */
function joinDistance(places: readonly number[], count: number): number {
  const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
  // The lowest and highest value of a bucket stand beside one another: that is no gap.
  const apart = gaps.filter((gap) => gap > 1).sort((a, b) => a - b);
  if (places.length * 2 > count && apart.length < manyHoles) return 1;
  return longestJoin * (apart[Math.floor(apart.length / 2)] ?? 1);
}

/** `d` of the line through finite values, broken at gaps; in a box of `width` × `height` with 1 px of air. */
export function sparkPath(values: readonly (number | null)[], width: number, height: number): string {
  const finite = values.filter((value): value is number => value !== null && Number.isFinite(value));
  if (finite.length === 0) return '';
  const low = Math.min(...finite);
  const high = Math.max(...finite);
  const scale = high > low ? (height - 2) / (high - low) : 0;
  const places = [...values.keys()].filter((place) => Number.isFinite(values[place] ?? Number.NaN));
  const join = joinDistance(places, values.length);
  let path = '';
  let before = Number.NEGATIVE_INFINITY;
  for (const index of places) {
    const value = values[index] ?? Number.NaN;
    const pen = index - before > join ? 'M' : 'L';
    before = index;
    const x = values.length > 1 ? (index / (values.length - 1)) * width : 0;
    const y = scale === 0 ? height / 2 : height - 1 - (value - low) * scale;
    path += `${pen}${x.toFixed(1)} ${y.toFixed(1)}`;
  }
  return path;
}

/** A preview trace: the shape of a record, without axes. Decoration for readers. */
export function Sparkline(props: {
  values: readonly (number | null)[] | null;
  width: number;
  height: number;
  className?: string | undefined;
  colour?: string;
}): ReactNode {
  const { values, width, height, colour = 'var(--c-total)' } = props;
  const line = useMemo(() => sparkPath(values ?? [], width, height), [values, width, height]);
  if (line === '') return null;
  const gapless = line.lastIndexOf('M') === 0 && values?.[0] != null && values.at(-1) != null;
  return (
    <svg
      className={props.className}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      style={{ display: 'block', maxWidth: '100%' }}
    >
      {gapless && <path d={`${line}L${width} ${height}L0 ${height}Z`} fill={colour} opacity={0.13} />}
      <path d={line} fill="none" stroke={colour} strokeWidth={1.25} strokeLinejoin="round" />
    </svg>
  );
}
