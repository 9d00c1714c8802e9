/** What is measured, whatever device measures it; what is asked for most comes first. */
export const quantityNames = [
  'speed',
  'cadence',
  'power',
  'force',
  'heartRate',
  'acceleration',
  'rotation',
  'torque',
  'roll',
  'pitch',
  'yaw',
  'altitude',
  'distance',
  'integratedSpeed',
] as const;
export type QuantityName = (typeof quantityNames)[number];

export interface Quantity {
  readonly name: QuantityName;
  /** Line colour on every screen, of the 20 that curves have. Red and green are kept for sides and faults. */
  readonly colour: string;
  /** Decimals that are printed of large values, too: what it drifts and trembles by is seen in them. */
  readonly leastDecimals?: number;
  /** What a value axis shows at least, in the quantity's usual unit, so that noise does not look like a storm. */
  readonly leastSpan: number;
}

const acceleration = { name: 'acceleration', leastSpan: 4 } as const; // m/s²
const rotation = { name: 'rotation', leastSpan: 40, leastDecimals: 1 } as const; // °/s
const angle = 10; // °

/** By the variable's own name, after its module; the first that fits. Axes of one sensor differ in colour. */
const known: readonly (readonly [RegExp, Quantity])[] = [
  [/^(speed|vitesse)_i/, { name: 'integratedSpeed', colour: '#9edae5', leastSpan: 1 }],
  [/^(speed|vitesse|velocity)/, { name: 'speed', colour: '#1f77b4', leastSpan: 1 }],
  [/power|puissance/, { name: 'power', colour: '#9467bd', leastSpan: 50 }],
  [/cadence|stroke_?rate|^spm/, { name: 'cadence', colour: '#ff7f0e', leastSpan: 10 }],
  [/force|^f_?z|^f_?[gd]$|^f[a-z]*_?tot/, { name: 'force', colour: '#5160BB', leastSpan: 50 }],
  [/heart|^hr_|hr$|^fc$|bpm|^pulse/, { name: 'heartRate', colour: '#e377c2', leastSpan: 20 }],
  [/^(couple|torque)/, { name: 'torque', colour: '#8c564b', leastSpan: 5 }],
  [/^acc.*y_?$/, { ...acceleration, colour: '#bcbd22' }],
  [/^acc.*z_?$/, { ...acceleration, colour: '#7f7f7f' }],
  [/^acc/, { ...acceleration, colour: '#17becf' }],
  [/^(gyr|rot).*y$/, { ...rotation, colour: '#ffbb78' }],
  [/^(gyr|rot).*z$/, { ...rotation, colour: '#f7b6d2' }],
  [/^(gyr|rot)/, { ...rotation, colour: '#aec7e8' }],
  [/^roll/, { name: 'roll', colour: '#c49c94', leastSpan: angle }],
  [/^pitch/, { name: 'pitch', colour: '#dbdb8d', leastSpan: angle }],
  [/^yaw/, { name: 'yaw', colour: '#f7b6d2', leastSpan: angle }],
  [/^(dist|d_stroke)/, { name: 'distance', colour: '#c7c7c7', leastSpan: 1 }],
  [/^alt/, { name: 'altitude', colour: '#c49c94', leastSpan: 2 }],
];

/** Positions, clocks and states of the device itself: no quantity of the sport. */
const dull = /^t$|time|^lat(itude)?$|^lon(gitude)?$|epoch|clock|status|index|counter|satell|hdop|temp/;

/** `acc_x` of `imu.acc_x`, in small letters. */
export function ownName(variable: string): string {
  return variable.slice(variable.indexOf('.') + 1).toLowerCase();
}

/** Whether nobody looks at it first. */
export function isDull(variable: string): boolean {
  return dull.test(ownName(variable));
}

/** The quantity of a variable, by its name with or without its module; undefined for one that nobody has agreed on. */
export function quantityOf(variable: string): Quantity | undefined {
  const name = ownName(variable);
  return known.find(([pattern]) => pattern.test(name))?.[1];
}

const unitsOfRotation: readonly string[] = ['°/s', 'deg/s'];

/** Decimals that values of a variable are printed with at least, by its name, or its unit where that says what it is. */
export function leastDecimalsOf(variable: string, unit: string): number {
  const known = quantityOf(variable)?.leastDecimals ?? 0;
  return unitsOfRotation.includes(unit) ? Math.max(known, rotation.leastDecimals) : known;
}
