/** Something that is measured, whatever device measures it. */
export interface Quantity {
  /** Line colour on every screen, of the 20 of specification §9. Red and green are kept for sides and faults. */
  readonly colour: string;
  /** What a value axis shows at least, in the quantity's usual unit, so that noise does not look like a storm. */
  readonly leastSpan: number;
}

const acceleration = 4; // m/s²
const rotation = 40; // °/s
const angle = 10; // °

/** By the variable's own name, after its module; the first that fits. */
const known: readonly (readonly [RegExp, Quantity])[] = [
  [/^(speed|vitesse)_i/, { colour: '#9edae5', leastSpan: 1 }],
  [/^(speed|vitesse|velocity)/, { colour: '#1f77b4', leastSpan: 1 }],
  [/^(cadence|stroke_?rate|spm)/, { colour: '#ff7f0e', leastSpan: 10 }],
  [/^(power|puissance)/, { colour: '#9467bd', leastSpan: 50 }],
  [/^(heart|hr$|hr_|fc$|bpm|pulse)/, { colour: '#e377c2', leastSpan: 20 }],
  [/^(force|f_?z|f[gd]$|ftot)/, { colour: '#5160BB', leastSpan: 50 }],
  [/^(couple|torque)/, { colour: '#8c564b', leastSpan: 5 }],
  [/^acc.*y_?$/, { colour: '#bcbd22', leastSpan: acceleration }],
  [/^acc.*z_?$/, { colour: '#7f7f7f', leastSpan: acceleration }],
  [/^acc/, { colour: '#17becf', leastSpan: acceleration }],
  [/^(gyr|rot).*y$/, { colour: '#ffbb78', leastSpan: rotation }],
  [/^(gyr|rot).*z$/, { colour: '#c5b0d5', leastSpan: rotation }],
  [/^(gyr|rot)/, { colour: '#aec7e8', leastSpan: rotation }],
  [/^roll/, { colour: '#c49c94', leastSpan: angle }],
  [/^pitch/, { colour: '#dbdb8d', leastSpan: angle }],
  [/^yaw/, { colour: '#f7b6d2', leastSpan: angle }],
  [/^(dist|d_stroke)/, { colour: '#c7c7c7', leastSpan: 1 }],
  [/^alt/, { colour: '#c49c94', leastSpan: 2 }],
];

/** The quantity of a variable, by its name with or without its module; undefined for one that nobody has agreed on. */
export function quantityOf(variable: string): Quantity | undefined {
  const name = variable.slice(variable.indexOf('.') + 1).toLowerCase();
  return known.find(([pattern]) => pattern.test(name))?.[1];
}
