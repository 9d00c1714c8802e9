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

/** Where a selection stands on the axis, and how far what is drawn of it goes. */
type Room = (selection: Span) => { readonly from: number; readonly to: number };
const asLong: Room = ({ t0, t1 }) => ({ from: t0, to: t1 });

/**
 * Selections in lanes: the longest on top, the shortest nearest the curves. The active one is never without room.
 * @param roomOf what each takes, which may be more than it is long: what is pressed has a least size
 */
export function stackSelections<S extends Span>(
  selections: readonly S[],
  active: number | undefined,
  roomOf: Room = asLong,
): Stacked<S> {
  const overlap = (one: Span, other: Span) => {
    const [a, b] = [roomOf(one), roomOf(other)];
    return a.from < b.to && b.from < a.to;
  };
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
