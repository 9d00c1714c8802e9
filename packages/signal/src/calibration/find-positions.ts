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

/** What a window of a calibration holds. */
export interface FoundPositions {
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
  const missing = faceNames.filter((_, face) => faces[face] === undefined);
  const [xUp, yUp, zUp, xDown, yDown, zDown] = faces;
  if (!(xUp && yUp && zUp && xDown && yDown && zDown)) {
    return { problem: 'facesMissing', numbers: { missing: missing.join(', '), found: 6 - missing.length } };
  }
  const gyroBias = gyro && meanOver(gyro, still);
  return {
    still,
    positions: { up: [xUp, yUp, zUp], down: [xDown, yDown, zDown] },
    gyroBias,
    turns: gyro && gyroBias && turnsBetween(rests, timesSeconds, gyro, gyroBias, units.turn),
  };
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

/** Mean on each face in the order of {@link faceNames}. */
function facesOf(still: readonly Stretch[], acc: Axes, oneG: number): (Vector | undefined)[] {
  const faces: ({ readonly mean: Vector; readonly samples: number } | undefined)[] = faceNames.map(() => undefined);
  for (const stretch of still) {
    const mean = meansOf(acc, stretch);
    const axis = mean.findIndex((value) => Math.abs(value) > dominantG * oneG);
    if (axis < 0) continue;
    const face = axis + (mean[axis]! > 0 ? 0 : 3);
    const samples = stretch.to - stretch.from;
    if (samples > (faces[face]?.samples ?? 0)) faces[face] = { mean, samples };
  }
  return faces.map((face) => face?.mean);
}

function meanOver(axes: Axes, stretches: readonly Stretch[]): Vector {
  const samples = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  const mean = (axis: Float64Array) =>
    stretches.reduce((sum, stretch) => sum + spreadSum(axis, stretch), 0) / Math.max(1, samples);
  return [mean(axes[0]), mean(axes[1]), mean(axes[2])];
}

function spreadSum(values: Float64Array, { from, to }: Stretch): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i]!;
  return sum;
}

const isLong = ({ from, to }: Stretch, timesSeconds: Float64Array) =>
  timesSeconds[to - 1]! - timesSeconds[from]! >= leastStillSeconds - blockSeconds / 4;

/** The largest rotation about each axis is its turn, if it is one. */
function turnsBetween(
  rests: readonly Stretch[],
  timesSeconds: Float64Array,
  gyro: Axes,
  bias: Vector,
  turn: number | undefined,
): FoundPositions['turns'] {
  const found: (Vector | undefined)[] = [undefined, undefined, undefined];
  for (const { rotation, axis } of rotationsBetween(rests, timesSeconds, gyro, bias)) {
    if (Math.abs(rotation[axis]) > Math.abs(found[axis]?.[axis] ?? 0)) found[axis] = rotation;
  }
  const [x, y, z] = found;
  if (!x || !y || !z) return undefined;
  // Plain numbers of a converter: the largest rotation about each axis is the one that was asked for.
  const isTurn = (angle: number) => turn === undefined || Math.abs(Math.abs(angle) / turn - 1) < turnTolerance;
  if (![x[0], y[1], z[2]].every(isTurn)) return undefined;
  const angle = turn ?? 360;
  return { integrals: [x, y, z], angles: [Math.sign(x[0]) * angle, Math.sign(y[1]) * angle, Math.sign(z[2]) * angle] };
}

interface Rotation {
  readonly axis: 0 | 1 | 2;
  readonly rotation: Vector;
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
      const rotation = integrate(timesSeconds, gyro, bias, { from: from.to - 1, to: edges[i]!.from + 1 });
      const axis = axisOf(rotation);
      if (axis === undefined) continue;
      const goesOn = before?.axis === axis && before.rotation[axis] * rotation[axis] > 0;
      const whole: Vector = goesOn && before ? sumOf(before.rotation, rotation) : rotation;
      before = { axis, rotation: whole };
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
