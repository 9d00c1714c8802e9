import type { Language } from '@sillage/contract';
import { formatFigure } from '../../charts/format-figure.ts';
import type { Statistics } from './statistics-queries.ts';

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

/** Mean ± standard deviation and the range, with the decimals of the quantity; one in the range, where that tells its ends apart. */
export function formatStatistics(
  row: Statistics | undefined,
  { decimals, isPace }: Figures,
  language: Language,
): FormattedStatistics {
  if (row === undefined || row.mean === null || row.min === null || row.max === null) return none;
  const number = (value: number, digits: number) => formatFigure(value, digits, language, isPace);
  const { min, max } = row;
  const range = (digits: number) => [min, max].map((value) => number(value, digits));
  const [low, high] = range(Math.min(decimals, 1));
  const ends = low === high && min !== max ? range(decimals) : [low, high];
  return {
    mean: number(row.mean, decimals),
    spread: row.std === null ? '' : `± ${number(row.std, decimals)}`,
    extremes: ends.join(` ${to[language]} `),
  };
}

/** The table as tab-separated text for a spreadsheet: one line a variable, five columns a window. */
export function statisticsAsText(
  windows: readonly { readonly title: string; readonly rows: ReadonlyMap<string, Statistics> | undefined }[],
  variables: readonly {
    readonly name: string;
    readonly label: string;
    readonly unit: string;
    readonly isPace: boolean;
  }[],
  language: Language,
  columns: readonly [string, string, string, string, string],
): string {
  // Spreadsheets read full precision with the decimal sign of the language, without thousands.
  const plain = (value: number | null | undefined, isPace: boolean) => {
    if (value === null || value === undefined) return '';
    return isPace ? formatFigure(value, 1, language, true) : String(value).replace('.', language === 'fr' ? ',' : '.');
  };
  const head = ['', '', ...windows.flatMap((window) => columns.map((column) => `${window.title} ${column}`))];
  const lines = variables.map((variable) => {
    const cells = windows.flatMap((window) => {
      const row = window.rows?.get(variable.name);
      const figures = [row?.mean, row?.std, row?.min, row?.max].map((value) => plain(value, variable.isPace));
      return [plain(row?.num, false), ...figures];
    });
    return [variable.label, variable.unit, ...cells];
  });
  return [head, ...lines].map((line) => line.join('\t')).join('\n');
}
