import type { Language } from '@sillage/contract';
import { formatFigure } from '../../charts/format-figure.ts';
import type { TimeWindow } from '../../charts/time-window.ts';
import type { Statistics } from './statistics-queries.ts';
import { type FigureName, figureOf, type Landmarks } from './window-figures.ts';

export interface FormattedStatistics {
  readonly mean: string;
  /** `± 0,36`; empty where a single sample has no spread. */
  readonly spread: string;
  /** `4,4 à 5,7` */
  readonly extremes: string;
}

const none: FormattedStatistics = { mean: '–', spread: '', extremes: '' };

/** No dash, which would stand beside the minus of a negative bound. */
const to: { readonly [L in Language]: string } = { fr: 'à', en: 'to' };

/** How the figures of a quantity are printed. */
interface Figures {
  readonly decimals: number;
  /** They are s of a pace. */
  readonly isPace: boolean;
}

/** That a window may have more than its quantity has, where it is calm: `0,16 ± 0,03`, never `0,2 ± 0,0`. */
const moreDecimals = 2;

/** The fewest decimals from `least` on that say enough, `most` where none does. */
function fewestDecimals(least: number, most: number, saysEnough: (decimals: number) => boolean): number {
  for (let decimals = least; decimals < most; decimals++) if (saysEnough(decimals)) return decimals;
  return most;
}

const mostDecimals = ({ decimals, isPace }: Figures) => (isPace ? decimals : decimals + moreDecimals);

/** As many as tell a deviation from none. */
export function decimalsOfMean({ std }: Pick<Statistics, 'std'>, figures: Figures): number {
  const hasSpread = (digits: number) => std === null || std === 0 || Number(std.toFixed(digits)) !== 0;
  return fewestDecimals(figures.decimals, mostDecimals(figures), hasSpread);
}

/** Mean ± standard deviation and the range, with the decimals of the quantity, more in a calm window; one in the range, where that tells its ends apart. */
export function formatStatistics(
  row: Statistics | undefined,
  { decimals, isPace }: Figures,
  language: Language,
): FormattedStatistics {
  if (row === undefined || row.mean === null) return none;
  // The pace of who stands still is none.
  const number = (value: number | null, digits: number) =>
    value === null ? none.mean : formatFigure(value, digits, language, isPace);
  const { min, max, std } = row;
  const most = mostDecimals({ decimals, isPace });
  const digits = decimalsOfMean(row, { decimals, isPace });
  const areApart = (digits: number) => min === max || number(min, digits) !== number(max, digits);
  const few = Math.min(digits, 1);
  const rangeDigits = areApart(few) ? few : fewestDecimals(digits, most, areApart);
  return {
    mean: number(row.mean, digits),
    spread: std === null ? '' : `± ${number(std, digits)}`,
    extremes:
      min === null && max === null
        ? ''
        : [min, max].map((value) => number(value, rangeDigits)).join(` ${to[language]} `),
  };
}

/** The table as tab-separated text for a spreadsheet: one line a variable, five columns a window and those of the figures. */
export function statisticsAsText(
  windows: readonly {
    readonly title: string;
    readonly rows: ReadonlyMap<string, Statistics> | undefined;
    readonly window: TimeWindow;
    readonly landmarks: ReadonlyMap<string, Landmarks | undefined> | undefined;
  }[],
  variables: readonly {
    readonly name: string;
    readonly label: string;
    readonly unit: string;
    readonly isPace: boolean;
  }[],
  language: Language,
  columns: readonly [string, string, string, string, string],
  figures: readonly { readonly name: FigureName; readonly title: string }[] = [],
): string {
  // Spreadsheets read full precision with the decimal sign of the language, without thousands.
  const plain = (value: number | null | undefined, isPace: boolean) => {
    if (value === null || value === undefined) return '';
    return isPace ? formatFigure(value, 1, language, true) : String(value).replace('.', language === 'fr' ? ',' : '.');
  };
  const titles = [...columns, ...figures.map(({ title }) => title)];
  const head = ['', '', ...windows.flatMap((window) => titles.map((title) => `${window.title} ${title}`))];
  const lines = variables.map((variable) => {
    const cells = windows.flatMap(({ rows, landmarks, window }) => {
      const row = rows?.get(variable.name);
      const known = { row, marks: landmarks?.get(variable.name), window };
      const means = [row?.mean, row?.std, row?.min, row?.max].map((value) => plain(value, variable.isPace));
      const more = figures.map(({ name }) =>
        plain(figureOf(name, known, variable.isPace), variable.isPace && name === 'median'),
      );
      return [plain(row?.num, false), ...means, ...more];
    });
    return [variable.label, variable.unit, ...cells];
  });
  return [head, ...lines].map((line) => line.join('\t')).join('\n');
}
