import { parseChrono, type SpeedUnit } from '@sillage/contract';

/** How values of a variable are said on screen; what is measured and what is in files stays as it is. */
export interface Saying {
  /** As it is printed. */
  readonly unit: string;
  /** Figures are s, to be printed as min:s. */
  readonly isPace: boolean;
  /** The figure falls as the measured value rises. */
  readonly isInverse: boolean;
  /** Of a measured value; NaN for one that has no figure in this unit. */
  of(value: number): number;
  /** Decimals, for a variable that is measured with so many. */
  decimals(measured: number): number;
}

/** A measured value for which every saying has a figure: who goes at it is paced. */
const paced = 10;

/** A figure as it is said, of any value that was measured, also one that nobody is paced at; and back by `measuredOf`. */
export function figureOf(say: Saying, measured: number): number {
  return say.isInverse ? (say.of(paced) * paced) / measured : (say.of(paced) / paced) * measured;
}

/** What was measured, of a figure as it is said. */
export function measuredOf(say: Saying, figure: number): number {
  return say.isInverse ? (say.of(paced) * paced) / figure : (figure * paced) / say.of(paced);
}

/** m that a pace is told for. */
const paceMetres = 500;
/** m/s; who is slower stands still: the pace would have no end. */
const slowestPaced = 0.5;
const kmhOfMs = 3.6;

/** m/s of units that speeds are measured in. */
const measured: Readonly<Record<string, number>> = { 'm/s': 1, 'km/h': 1 / kmhOfMs };
const isSpeed = /^(speed|vitesse)/i;

/** A time for 500 m that was measured as one. */
const measuredPace: Saying = {
  unit: 'min/500\u00a0m',
  isPace: true,
  isInverse: false,
  of: (value) => value,
  decimals: () => 1,
};
/** Whether a unit is that of a time for 500 m, which is read as min:s. */
export const isPaceUnit = (unit: string): boolean => /^s\/500\s?m$/.test(unit);

/** How a speed is said in the unit that was chosen; a measured pace is said as one. Undefined for other values, which are said as they are measured. */
export function saySpeed(variable: string, unit: string, chosen: SpeedUnit | undefined): Saying | undefined {
  if (isPaceUnit(unit)) return measuredPace;
  const factor = Object.hasOwn(measured, unit) ? measured[unit] : undefined;
  const name = variable.slice(variable.indexOf('.') + 1);
  if (factor === undefined || chosen === undefined || !isSpeed.test(name)) return undefined;
  switch (chosen) {
    case 'm_s':
      return linear('m/s', factor, factor === 1 ? 0 : 1);
    case 'km_h':
      return linear('km/h', factor * kmhOfMs, factor === 1 ? -1 : 0);
    case 'min_500m':
      return {
        unit: 'min/500\u00a0m',
        isPace: true,
        isInverse: true,
        of: (value) => (value * factor < slowestPaced ? Number.NaN : paceMetres / (value * factor)),
        decimals: () => 0,
      };
  }
}

function linear(unit: string, factor: number, moreDecimals: number): Saying {
  return {
    unit,
    isPace: false,
    isInverse: false,
    of: (value) => value * factor,
    decimals: (measuredWith) => Math.max(0, measuredWith + moreDecimals),
  };
}

/** The values between these two as they are said: lowest figure first. Undefined when none of them has a figure. */
export function sayRange(say: Saying | undefined, low: number, high: number): readonly [number, number] | undefined {
  if (say === undefined) return [low, high];
  if (!say.isInverse) return [say.of(low), say.of(high)];
  const fastest = say.of(high);
  if (Number.isNaN(fastest)) return undefined;
  const slowest = say.of(low);
  // Those who stand still are off the axis.
  return [fastest, Number.isNaN(slowest) ? paceMetres / slowestPaced : slowest];
}

interface Spread {
  readonly mean: number | null;
  readonly std: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly median?: number | null | undefined;
}

/**
 * Statistics as they are said. The pace of a mean is that of the mean speed, which is the one that was rowed; a deviation
 * of speeds is none of paces, so that it has none.
 */
export function sayStatistics<S extends Spread>(say: Saying | undefined, row: S): S {
  if (say === undefined) return row;
  const of = (value: number | null) => {
    const said = value === null ? Number.NaN : say.of(value);
    return Number.isNaN(said) ? null : said;
  };
  const [min, max] = say.isInverse ? [row.max, row.min] : [row.min, row.max];
  const median = row.median === undefined ? {} : { median: of(row.median) };
  return { ...row, ...median, mean: of(row.mean), std: say.isInverse ? null : of(row.std), min: of(min), max: of(max) };
}

/** `2:05`, with decimals `2:05,3`: s as min:s, `−0:05` of a difference. A dash without a value. */
export function sayPace(seconds: number | null | undefined, decimals: number, decimalSign: string): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return '–';
  const scale = 10 ** decimals;
  const rounded = Math.round(Math.abs(seconds) * scale);
  const sign = seconds < 0 && rounded > 0 ? '−' : '';
  const whole = Math.floor(rounded / scale);
  const rest = rounded - whole * scale;
  const minutes = Math.floor(whole / 60);
  const fraction = decimals > 0 ? `${decimalSign}${String(rest).padStart(decimals, '0')}` : '';
  return `${sign}${minutes}:${String(whole % 60).padStart(2, '0')}${fraction}`;
}

/** s of a pace as people type it: `1:52`, `1:52,3`, `−0:05` of a difference; undefined when it is none. */
export function parsePace(text: string): number | undefined {
  const [, sign, figures = ''] = /^([-−]?)(.*)$/s.exec(text.trim()) ?? [];
  const seconds = parseChrono(figures);
  return seconds === undefined || sign === '' ? seconds : -seconds;
}
