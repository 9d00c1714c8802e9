import { computedModule } from '@sillage/contract';
import { measuredSide, quantityOf } from '@sillage/domain';

/** Line colours of curves. */

/** The 20 colours, in their order. */
export const palette = [
  '#1f77b4',
  '#ff7f0e',
  '#2ca02c',
  '#d62728',
  '#9467bd',
  '#8c564b',
  '#e377c2',
  '#7f7f7f',
  '#bcbd22',
  '#17becf',
  '#aec7e8',
  '#ffbb78',
  '#98df8a',
  '#ff9896',
  '#c5b0d5',
  '#c49c94',
  '#f7b6d2',
  '#c7c7c7',
  '#dbdb8d',
  '#9edae5',
] as const;

/** Colours that carry a meaning: left/port, right/starboard, total/main. */
export const named = { left: '#d62728', right: '#2ca02c', total: '#5160BB' } as const;
export type Meaning = keyof typeof named;
/** Of what formulas compute; several on a graph differ in their line. */
const ofComputed = '#e377c2';

/** WCAG 2.2: graphical objects need 3:1 against what they lie on. */
const neededContrast = 3;

type Rgb = readonly [number, number, number];

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(parse(a)), luminance(parse(b))].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function mix(from: string, to: string, share: number): string {
  const target = parse(to);
  const channels = parse(from).map((channel, index) => Math.round(channel + ((target[index] ?? 0) - channel) * share));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** The colour itself when it stands out 3:1 on the plot, otherwise mixed toward the ink until it does. */
export function strokeOn(colour: string, plot: string, ink: string): string {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(colour, ink, share);
    if (contrast(mixed, plot) >= neededContrast) return mixed;
  }
  return ink;
}

export interface CurveColours {
  readonly plot: string;
  readonly ink: string;
  readonly named: Readonly<Record<Meaning, string>>;
  /** What people chose instead, by `colourKeyOf`. */
  readonly chosen: Readonly<Record<string, string>>;
}

/** Red and green, pale or not: of sides and faults alone. */
const reserved: ReadonlySet<string> = new Set(['#d62728', '#2ca02c', '#ff9896', '#98df8a']);
/** Those that people choose from, and that variables of no known quantity have. */
export const freeColours = palette.filter((colour) => !reserved.has(colour));

/** What shares a colour wherever it is drawn: a quantity, of a sensor's axes each, of both sides each; else what is called alike. */
export function colourKeyOf(variable: string, all: readonly string[]): string {
  const quantity = quantityOf(variable);
  const own = variable.slice(variable.indexOf('.') + 1).toLowerCase();
  const side = measuredSide(variable, new Set(all)) ?? '';
  return [quantity === undefined ? own : `${quantity.name}${quantity.colour}`, side].filter(Boolean).join(' ');
}

/** Stroke of a variable: as somebody chose, else of its side, of its quantity, of its place among all of its device or record. */
export function strokeOf(variable: string, all: readonly string[], colours: CurveColours): string {
  const key = colourKeyOf(variable, all);
  const chosen = Object.hasOwn(colours.chosen, key) ? colours.chosen[key] : undefined;
  if (chosen !== undefined) return strokeOn(chosen, colours.plot, colours.ink);
  const meaning = measuredSide(variable, new Set(all));
  if (meaning !== undefined) return colours.named[meaning];
  const index = Math.max(0, all.indexOf(variable));
  const own = variable.startsWith(`${computedModule}.`) ? ofComputed : quantityOf(variable)?.colour;
  const colour = own ?? freeColours[index % freeColours.length] ?? palette[0];
  return strokeOn(colour, colours.plot, colours.ink);
}

/** Of everything on a canvas but the curves. */
export interface ChartColours {
  readonly plot: string;
  readonly grid: string;
  readonly axis: string;
  readonly outline: string;
  readonly sel: string;
  readonly primaryInk: string;
}
