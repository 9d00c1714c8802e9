import type { ScenarioDrawing } from '@sillage/contract';

/** px */
export const box = { width: 240, height: 44, gap: 26, left: 20, top: 12 } as const;
/** px by which a frame is larger than what it holds, and the largest. */
const [frameStep, mostFrame] = [4, 12];
const lane = { first: 18, width: 14, most: 12 } as const;
/** States that are drawn; a longer program is read in its lines. */
const mostStates = 200;

export interface PlacedState {
  readonly state: ScenarioDrawing['states'][number];
  readonly y: number;
}
export interface PlacedArrow {
  readonly from: number;
  readonly to: number;
  readonly isElse: boolean;
  /** Of a way to another state than the next, beside the states; null of one straight down. */
  readonly x: number | null;
  readonly isBack: boolean;
}
/** Around the states of a loop. */
export interface PlacedFrame {
  /** Rows. */
  readonly from: number;
  readonly to: number;
  /** px around the boxes. */
  readonly around: number;
}
export interface GraphLayout {
  readonly states: readonly PlacedState[];
  readonly frames: readonly PlacedFrame[];
  readonly arrows: readonly PlacedArrow[];
  readonly width: number;
  readonly height: number;
  readonly leftOut: number;
}

/** Places states below each other in the order of the program, ways to others than the next in lanes beside them that do not cross. */
export function layoutGraph({ states, arrows }: ScenarioDrawing): GraphLayout {
  const shown = states.slice(0, mostStates);
  const row = new Map(shown.map(({ id }, i) => [id, i]));
  const ends: number[] = [];
  const placed = arrows
    .flatMap(({ from, to, is_else: isElse }) => {
      const [start, end] = [row.get(from), row.get(to)];
      return start === undefined || end === undefined ? [] : [{ from: start, to: end, isElse }];
    })
    .toSorted((a, b) => Math.abs(a.to - a.from) - Math.abs(b.to - b.from))
    .map((arrow) => ({ ...arrow, isBack: arrow.to <= arrow.from, lane: arrow.to === arrow.from + 1 ? null : 0 }));
  const taken: { readonly lane: number; readonly low: number; readonly high: number }[] = [];
  const withLanes = placed.map((arrow) => {
    if (arrow.lane === null) return arrow;
    const [low, high] = [Math.min(arrow.from, arrow.to), Math.max(arrow.from, arrow.to)];
    let free = 0;
    while (free < lane.most && taken.some((one) => one.lane === free && one.low < high && low < one.high)) free++;
    taken.push({ lane: free, low, high });
    ends.push(free);
    return { ...arrow, lane: free };
  });
  const right = box.left + box.width;
  const lanes = Math.max(0, ...ends.map((one) => one + 1));
  return {
    states: shown.map((state, i) => ({ state, y: yOf(i) })),
    frames: framesOf(withLanes),
    arrows: withLanes.map(({ lane: at, ...arrow }) => ({
      ...arrow,
      x: at === null ? null : right + lane.first + at * lane.width,
    })),
    width: right + lane.first + lanes * lane.width + 8,
    height: yOf(shown.length) - box.gap + box.top,
    leftOut: states.length - shown.length,
  };
}

/** A loop goes from the state that a way leads back to, to the last one that leads there. */
function framesOf(arrows: readonly Pick<PlacedArrow, 'from' | 'to' | 'isBack'>[]): PlacedFrame[] {
  const ends = new Map<number, number>();
  for (const { from, to, isBack } of arrows) if (isBack) ends.set(to, Math.max(from, ends.get(to) ?? from));
  const loops = [...ends].map(([from, to]) => ({ from, to })).toSorted((a, b) => a.to - a.from - (b.to - b.from));
  const placed: PlacedFrame[] = [];
  for (const loop of loops) {
    const inner = placed.filter(({ from, to }) => from >= loop.from && to <= loop.to);
    const around = Math.min(mostFrame, frameStep + Math.max(0, ...inner.map((one) => one.around)));
    placed.push({ ...loop, around });
  }
  // The outer ones lie below.
  return placed.toReversed();
}

export const yOf = (row: number): number => box.top + row * (box.height + box.gap);
