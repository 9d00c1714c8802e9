interface Span {
  readonly id: number;
  readonly num: number;
  /** s */
  readonly t0: number;
  readonly t1: number;
}

export interface Stacked<S extends Span> {
  /** From the top; those of a lane do not overlap. */
  readonly lanes: readonly (readonly S[])[];
  /** Those for which there is no room. */
  readonly hidden: readonly S[];
}

/** As many lanes as leave room for the curves. */
export const mostLanes = 3;

function overlap(one: Span, other: Span): boolean {
  return one.t0 < other.t1 && other.t0 < one.t1;
}

/** Selections in lanes: the longest on top, the shortest nearest the curves. The active one is never without room. */
export function stackSelections<S extends Span>(selections: readonly S[], active: number | undefined): Stacked<S> {
  const lanes: S[][] = [];
  const hidden: S[] = [];
  const byLength = [...selections].sort((a, b) => b.t1 - b.t0 - (a.t1 - a.t0) || a.num - b.num);
  for (const selection of byLength) {
    const lane = lanes.find((placed) => !placed.some((other) => overlap(other, selection)));
    if (lane !== undefined) lane.push(selection);
    else if (lanes.length < mostLanes) lanes.push([selection]);
    else if (selection.id === active) {
      const last = lanes.at(-1) ?? [];
      hidden.push(...last.filter((other) => overlap(other, selection)));
      lanes[mostLanes - 1] = [...last.filter((other) => !overlap(other, selection)), selection];
    } else hidden.push(selection);
  }
  return { lanes, hidden };
}
