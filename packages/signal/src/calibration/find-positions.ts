import type { SixPositions } from './calibrate-six-positions.ts';
import {
  type Axes,
  type CalibrationProblem,
  type CalibrationUnits,
  type CalibrationWindow,
  deviationsOf,
  leastStillSeconds,
  meansOf,
  type Stretch,
  spreadOf,
  type Vector,
  withoutGaps,
} from './calibration-window.ts';

/** s that are judged at once, and g by which they may vary at rest, and lie from those beside them. */
const [blockSeconds, stillG, sameG] = [0.25, 0.05, 0.05];
/** Deviations at rest beyond which a gyroscope turns. */
const turningNoises = 5;
/** g that the axis shows that is up or down. */
const dominantG = 0.8;
/** Of a turn: how much of it is about one axis, and by how much it may differ from 360°. */
const [purity, turnTolerance] = [0.95, 0.25];

export const faceNames = ['+x', '+y', '+z', '−x', '−y', '−z'] as const;

/** When a sensor lay on each face, in the order of {@link faceNames}, and was turned about each axis. */
export interface PositionStretches {
  readonly faces: readonly (Stretch | undefined)[];
  readonly turns: readonly (Stretch | undefined)[];
}

/** What a window of a calibration holds. */
export interface FoundPositions {
  readonly stretches: PositionStretches;
  /** Stretches at rest. */
  readonly still: readonly Stretch[];
  /** Means on each face, the longest rest of each. */
  readonly positions: SixPositions;
  readonly gyroBias: Vector | undefined;
  /** Rotation about each axis without the bias, and its true angle; undefined where a turn about an axis is missing. */
  readonly turns: { readonly integrals: readonly [Vector, Vector, Vector]; readonly angles: Vector } | undefined;
}

/** Finds the six faces and the three turns of a calibration, wherever and in whatever order they were done. */
export function findPositions(window: CalibrationWindow, units: CalibrationUnits): FoundPositions | CalibrationProblem {
  const { timesSeconds, acc, gyro } = window;
  if (acc === undefined) return { problem: 'columnsMissing', numbers: { columns: 'acc_x, acc_y, acc_z' } };
  const oneG = units.gravity ?? typicalLength(acc);
  const rests = findStill(window, acc, oneG, units.turn);
  const still = rests.filter((rest) => isLong(rest, timesSeconds));
  const faces = facesOf(still, acc, oneG);
  const positions = positionsOn(faces, acc);
  if ('problem' in positions) return positions;
  const gyroBias = gyro && meanOver(gyro, still);
  const turns = gyro && gyroBias && turnsBetween(rests, timesSeconds, gyro, gyroBias, units.turn);
  return { still, positions, gyroBias, turns: turns?.turns, stretches: { faces, turns: turns?.stretches ?? [] } };
}

/** What a window holds of faces and turns that somebody names: each rest is a face's own, a turn is a whole one. */
export function takePositions(
  window: CalibrationWindow,
  stretches: PositionStretches,
  units: CalibrationUnits,
): FoundPositions | CalibrationProblem {
  const { timesSeconds, acc, gyro } = window;
  if (acc === undefined) return { problem: 'columnsMissing', numbers: { columns: 'acc_x, acc_y, acc_z' } };
  const tooShort = whyTooShort(stretches, timesSeconds);
  if (tooShort !== undefined) return tooShort;
  const positions = positionsOn(stretches.faces, acc);
  if ('problem' in positions) return positions;
  const still = stretches.faces.filter((face) => face !== undefined);
  const gyroBias = gyro && meanOver(gyro, still);
  const [x, y, z] = stretches.turns;
  if (!(gyro && gyroBias && x && y && z)) return { still, positions, gyroBias, turns: undefined, stretches };
  const turnOver = (stretch: Stretch) => integrate(timesSeconds, gyro, gyroBias, stretch);
  const turns = wholeTurns([turnOver(x), turnOver(y), turnOver(z)], units.turn);
  return { still, positions, gyroBias, turns, stretches };
}

/** A named face is a rest, a named turn is at least a block long. */
function whyTooShort({ faces, turns }: PositionStretches, timesSeconds: Float64Array): CalibrationProblem | undefined {
  const named = [
    ...faces.map((stretch) => ({ stretch, least: leastStillSeconds })),
    ...turns.map((stretch) => ({ stretch, least: blockSeconds })),
  ];
  for (const { stretch, least } of named) {
    if (stretch === undefined) continue;
    const seconds = secondsOf(stretch, timesSeconds);
    if (seconds < least - blockSeconds / 4) return { problem: 'windowTooShort', numbers: { seconds, least } };
  }
  return undefined;
}

/** Means on each face. */
function positionsOn(faces: PositionStretches['faces'], acc: Axes): SixPositions | CalibrationProblem {
  const means = faceNames.map((_, face) => {
    const stretch = faces[face];
    const mean = stretch && meansOf(acc, stretch);
    return mean?.every(Number.isFinite) ? mean : undefined;
  });
  const [xUp, yUp, zUp, xDown, yDown, zDown] = means;
  if (xUp && yUp && zUp && xDown && yDown && zDown) return { up: [xUp, yUp, zUp], down: [xDown, yDown, zDown] };
  const missing = faceNames.filter((_, face) => means[face] === undefined);
  return { problem: 'facesMissing', numbers: { missing: missing.join(', '), found: 6 - missing.length } };
}

/** What a sensor that mostly lies still shows. */
function typicalLength([x, y, z]: Axes): number {
  const lengths = x.map((value, i) => Math.hypot(value, y[i]!, z[i]!)).filter((length) => length > 0);
  return lengths.sort()[lengths.length >> 1] ?? 1;
}

interface Block {
  readonly stretch: Stretch;
  readonly mean: Vector;
  /** Whether it follows the block before without a gap. */
  readonly goesOn: boolean;
}

/** Stretches at rest, short ones too: the accelerometer shows one direction, and the gyroscope nothing but its bias. */
function findStill({ timesSeconds, gyro }: CalibrationWindow, acc: Axes, oneG: number, turn?: number): Stretch[] {
  const quiet = withoutGaps(timesSeconds)
    .flatMap((stretch) => blocksOf(stretch, timesSeconds, acc))
    .filter(({ stretch }) => deviationsOf(acc, stretch).every((one) => one < stillG * oneG));
  const blocks = gyro === undefined ? quiet : withoutTurning(quiet, gyro, turn);
  const found: Stretch[] = [];
  let open: Block | undefined;
  for (const block of blocks) {
    const isSame = open?.mean.every((value, i) => Math.abs(value - block.mean[i]!) < sameG * oneG) ?? false;
    if (open && isSame && block.goesOn && block.stretch.from === open.stretch.to) {
      open = { ...open, stretch: { from: open.stretch.from, to: block.stretch.to } };
    } else {
      if (open) found.push(open.stretch);
      open = block;
    }
  }
  if (open) found.push(open.stretch);
  return found;
}

function blocksOf({ from, to }: Stretch, timesSeconds: Float64Array, acc: Axes): Block[] {
  const blocks: Block[] = [];
  for (let start = from; start < to; ) {
    let end = start + 1;
    while (end < to && timesSeconds[end]! - timesSeconds[start]! < blockSeconds) end++;
    const stretch = { from: start, to: end };
    // What is left over at the end says little by itself.
    const isWhole = timesSeconds[end - 1]! - timesSeconds[start]! > blockSeconds / 2;
    if (isWhole) blocks.push({ stretch, mean: meansOf(acc, stretch), goesOn: start > from });
    start = end;
  }
  return blocks;
}

/** Turned about the vertical an accelerometer shows nothing: what the gyroscope mostly shows is its rest. */
function withoutTurning(blocks: readonly Block[], gyro: Axes, turn: number | undefined): Block[] {
  const shown = blocks.map(({ stretch }) => meansOf(gyro, stretch));
  const bias = [0, 1, 2].map((axis) => middleOf(shown.map((mean) => mean[axis]!)));
  const noise = middleOf(blocks.map(({ stretch }) => Math.hypot(...deviationsOf(gyro, stretch))));
  const most = Math.max(turningNoises * noise, turn === undefined ? 0 : turn / 360);
  return blocks.filter(
    ({ stretch }, i) =>
      Math.hypot(...shown[i]!.map((value, axis) => value - bias[axis]!)) < most &&
      Math.hypot(...deviationsOf(gyro, stretch)) < most,
  );
}

function middleOf(values: readonly number[]): number {
  return Float64Array.from(values).sort()[values.length >> 1] ?? 0;
}

/** The longest rest on each face. */
function facesOf(still: readonly Stretch[], acc: Axes, oneG: number): (Stretch | undefined)[] {
  const faces: (Stretch | undefined)[] = faceNames.map(() => undefined);
  for (const stretch of still) {
    const mean = meansOf(acc, stretch);
    const axis = mean.findIndex((value) => Math.abs(value) > dominantG * oneG);
    if (axis < 0) continue;
    const face = axis + (mean[axis]! > 0 ? 0 : 3);
    const longest = faces[face];
    if (longest === undefined || stretch.to - stretch.from > longest.to - longest.from) faces[face] = stretch;
  }
  return faces;
}

/** Of the values that there are; undefined where an axis has none. */
function meanOver(axes: Axes, stretches: readonly Stretch[]): Vector | undefined {
  const mean = (axis: Float64Array) => {
    const spreads = stretches.map((stretch) => spreadOf(axis, stretch)).filter(({ count }) => count > 0);
    const samples = spreads.reduce((sum, { count }) => sum + count, 0);
    return spreads.reduce((sum, spread) => sum + spread.mean * spread.count, 0) / samples;
  };
  const means: Vector = [mean(axes[0]), mean(axes[1]), mean(axes[2])];
  return means.every(Number.isFinite) ? means : undefined;
}

const secondsOf = ({ from, to }: Stretch, timesSeconds: Float64Array) =>
  to > from ? timesSeconds[to - 1]! - timesSeconds[from]! : 0;
const isLong = (stretch: Stretch, timesSeconds: Float64Array) =>
  secondsOf(stretch, timesSeconds) >= leastStillSeconds - blockSeconds / 4;

/** The largest rotation about each axis is its turn, if it is one. */
function turnsBetween(
  rests: readonly Stretch[],
  timesSeconds: Float64Array,
  gyro: Axes,
  bias: Vector,
  turn: number | undefined,
): { readonly turns: FoundPositions['turns']; readonly stretches: Stretch[] } | undefined {
  const found: (Rotation | undefined)[] = [undefined, undefined, undefined];
  for (const one of rotationsBetween(rests, timesSeconds, gyro, bias)) {
    const { rotation, axis } = one;
    if (Math.abs(rotation[axis]) > Math.abs(found[axis]?.rotation[axis] ?? 0)) found[axis] = one;
  }
  const [x, y, z] = found;
  if (!x || !y || !z) return undefined;
  const turns = wholeTurns([x.rotation, y.rotation, z.rotation], turn);
  return turns && { turns, stretches: [x.stretch, y.stretch, z.stretch] };
}

/** Plain numbers of a converter (no `turn`): the rotation about each axis is the one that was asked for. */
function wholeTurns(integrals: readonly [Vector, Vector, Vector], turn: number | undefined): FoundPositions['turns'] {
  const [x, y, z] = [integrals[0][0], integrals[1][1], integrals[2][2]];
  const isTurn = (angle: number) => turn === undefined || Math.abs(Math.abs(angle) / turn - 1) < turnTolerance;
  if (![x, y, z].every(isTurn)) return undefined;
  const angle = turn ?? 360;
  return { integrals, angles: [Math.sign(x) * angle, Math.sign(y) * angle, Math.sign(z) * angle] };
}

interface Rotation {
  readonly axis: 0 | 1 | 2;
  readonly rotation: Vector;
  readonly stretch: Stretch;
}

/** Rotations that are about one axis; one that paused for a moment, without a rest, goes on. */
function rotationsBetween(rests: readonly Stretch[], timesSeconds: Float64Array, gyro: Axes, bias: Vector): Rotation[] {
  const found: Rotation[] = [];
  for (const piece of withoutGaps(timesSeconds)) {
    const inside = rests.filter(({ from, to }) => from >= piece.from && to <= piece.to);
    const edges = [{ from: piece.from, to: piece.from + 1 }, ...inside, { from: piece.to - 1, to: piece.to }];
    let before: Rotation | undefined;
    for (let i = 1; i < edges.length; i++) {
      const from = edges[i - 1]!;
      if (isLong(from, timesSeconds)) before = undefined;
      const stretch = { from: from.to - 1, to: edges[i]!.from + 1 };
      const rotation = integrate(timesSeconds, gyro, bias, stretch);
      const axis = axisOf(rotation);
      if (axis === undefined) continue;
      const goesOn = before?.axis === axis && before.rotation[axis] * rotation[axis] > 0;
      before =
        goesOn && before
          ? { axis, rotation: sumOf(before.rotation, rotation), stretch: { ...stretch, from: before.stretch.from } }
          : { axis, rotation, stretch };
      found.push(before);
    }
  }
  return found;
}

/** The axis that a rotation is about; undefined where it is about none alone. */
function axisOf(rotation: Vector): 0 | 1 | 2 | undefined {
  const isAbout = (angle: number) => Math.abs(angle) > purity * Math.hypot(...rotation);
  if (isAbout(rotation[0])) return 0;
  if (isAbout(rotation[1])) return 1;
  return isAbout(rotation[2]) ? 2 : undefined;
}

const sumOf = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

/** ∫(ω − bias)dt by the trapezoid, over the time stamps that there are. */
export function integrate(timesSeconds: Float64Array, gyro: Axes, bias: Vector, { from, to }: Stretch): Vector {
  const over = (axis: Float64Array, zero: number) => {
    let sum = 0;
    for (let i = from + 1; i < to; i++) {
      const step = ((axis[i]! + axis[i - 1]!) / 2 - zero) * (timesSeconds[i]! - timesSeconds[i - 1]!);
      if (!Number.isNaN(step)) sum += step;
    }
    return sum;
  };
  return [over(gyro[0], bias[0]), over(gyro[1], bias[1]), over(gyro[2], bias[2])];
}
