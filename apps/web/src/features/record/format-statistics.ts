import type { Language } from '../../app/appearance.ts';
import { formatNumber } from '../../ui/format-number.ts';
import type { Statistics } from './statistics-queries.ts';

export interface FormattedStatistics {
  readonly mean: string;
  /** `± 0,36`; empty where a single sample has no spread. */
  readonly spread: string;
  /** `4,4 à 5,7` */
  readonly extremes: string;
}

const none: FormattedStatistics = { mean: '–', spread: '', extremes: '' };

/** Mean ± standard deviation and the range, with the decimals of the quantity, one at most in the range. */
export function formatStatistics(
  row: Statistics | undefined,
  decimals: number,
  language: Language,
): FormattedStatistics {
  if (row === undefined || row.mean === null || row.min === null || row.max === null) return none;
  const number = (value: number, digits: number) => formatNumber(value, digits, language);
  return {
    mean: number(row.mean, decimals),
    spread: row.std === null ? '' : `± ${number(row.std, decimals)}`,
    extremes: formatRange(row.min, row.max, Math.min(decimals, 1), language),
  };
}

/** `4,4 à 5,7`: no dash, which would stand beside the minus of a negative bound. */
function formatRange(low: number, high: number, decimals: number, language: Language): string {
  return `${formatNumber(low, decimals, language)} ${language === 'fr' ? 'à' : 'to'} ${formatNumber(high, decimals, language)}`;
}

/** The table as tab-separated text for a spreadsheet: one line a variable, five columns a window. */
export function statisticsAsText(
  windows: readonly { readonly title: string; readonly rows: ReadonlyMap<string, Statistics> | undefined }[],
  variables: readonly { readonly name: string; readonly label: string; readonly unit: string }[],
  language: Language,
  columns: readonly [string, string, string, string, string],
): string {
  // Spreadsheets read full precision with the decimal sign of the language, without thousands.
  const plain = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : String(value).replace('.', language === 'fr' ? ',' : '.');
  const head = ['', '', ...windows.flatMap((window) => columns.map((column) => `${window.title} ${column}`))];
  const lines = variables.map((variable) => {
    const cells = windows.flatMap((window) => {
      const row = window.rows?.get(variable.name);
      return [row?.num, row?.mean, row?.std, row?.min, row?.max].map(plain);
    });
    return [variable.label, variable.unit, ...cells];
  });
  return [head, ...lines].map((line) => line.join('\t')).join('\n');
}
