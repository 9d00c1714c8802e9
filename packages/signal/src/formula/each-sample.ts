/** What is computed of each sample by itself. Angles of `…Degrees` are in °, others in rad. */
export type EachName =
  | 'negate'
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide'
  | 'power'
  | 'min'
  | 'max'
  | 'clamp'
  | 'abs'
  | 'sqrt'
  | 'sin'
  | 'cos'
  | 'sinDegrees'
  | 'cosDegrees'
  | 'atan2Degrees';

const radians = Math.PI / 180;

type One = (value: number) => number;
const ofOne: { readonly [Name in EachName]?: One } = {
  negate: (x) => -x,
  abs: Math.abs,
  sqrt: Math.sqrt,
  sin: Math.sin,
  cos: Math.cos,
  sinDegrees: (x) => Math.sin(x * radians),
  cosDegrees: (x) => Math.cos(x * radians),
};

/** Replaces each value by what is made of it. */
export function mapEach(of: EachName, values: Float64Array): void {
  const map = ofOne[of];
  if (map === undefined) throw new TypeError(`${of} needs more than one input`);
  for (let i = 0; i < values.length; i++) values[i] = map(values[i]!);
}

/** Replaces each value by what is made of it and of another one. Loops apart, so that each is compiled for its sums alone. */
export function joinEach(of: EachName, into: Float64Array, other: Float64Array): void {
  const n = into.length;
  switch (of) {
    case 'add':
      for (let i = 0; i < n; i++) into[i] = into[i]! + other[i]!;
      return;
    case 'subtract':
      for (let i = 0; i < n; i++) into[i] = into[i]! - other[i]!;
      return;
    case 'multiply':
      for (let i = 0; i < n; i++) into[i] = into[i]! * other[i]!;
      return;
    case 'divide':
      for (let i = 0; i < n; i++) into[i] = into[i]! / other[i]!;
      return;
    case 'power':
      for (let i = 0; i < n; i++) into[i] = into[i]! ** other[i]!;
      return;
    case 'min':
      for (let i = 0; i < n; i++) into[i] = Math.min(into[i]!, other[i]!);
      return;
    case 'max':
      for (let i = 0; i < n; i++) into[i] = Math.max(into[i]!, other[i]!);
      return;
    case 'atan2Degrees':
      for (let i = 0; i < n; i++) into[i] = Math.atan2(into[i]!, other[i]!) / radians;
      return;
    default:
      throw new TypeError(`${of} is not made of two`);
  }
}

/** Whether it is made of one input alone. */
export function isOfOne(of: EachName): boolean {
  return ofOne[of] !== undefined;
}

/** Of `clamp` each input in turn joins what is there; any other joins all of them the same way. */
export function joinAt(of: EachName, input: number): EachName {
  return of === 'clamp' ? (input === 1 ? 'max' : 'min') : of;
}

/** Of numbers. */
export function eachOf(of: EachName, values: readonly number[]): number {
  const into = Float64Array.from(values.slice(0, 1));
  if (isOfOne(of)) mapEach(of, into);
  else for (const [i, value] of values.entries()) if (i > 0) joinEach(joinAt(of, i), into, Float64Array.of(value));
  return into[0] ?? Number.NaN;
}
