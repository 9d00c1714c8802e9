import type { Language } from '../../app/appearance.ts';
import { decimalsFor } from '../../charts/curve.ts';
import { formatNumber } from '../../ui/format-number.ts';
import type { Statistics } from './statistics-queries.ts';

export interface FormattedStatistics {
  readonly mean: string;
  /** `± 0,36`; empty where a single sample has no spread. */
  readonly spread: string;
  /** `4,4 – 5,7` */
  readonly extremes: string;
}

const none: FormattedStatistics = { mean: '–', spread: '', extremes: '' };

/** Mean ± standard deviation and minimum – maximum, with the decimals that the largest of them deserves. */
export function formatStatistics(row: Statistics | undefined, language: Language): FormattedStatistics {
  if (row === undefined || row.mean === null || row.min === null || row.max === null) return none;
  const decimals = decimalsFor([row.min, row.max]);
  const number = (value: number, digits: number) => formatNumber(value, digits, language);
  return {
    mean: number(row.mean, decimals),
    spread: row.std === null ? '' : `± ${number(row.std, decimals)}`,
    extremes: `${number(row.min, Math.min(decimals, 1))} – ${number(row.max, Math.min(decimals, 1))}`,
  };
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
