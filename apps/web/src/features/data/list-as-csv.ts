import type { Language, Record } from '@sillage/contract';
import { formatFileDate } from '@sillage/domain';

/** The columns of an exported list, in their order. */
export const exportedColumns = [
  'date',
  'timezone',
  'athletes',
  'sport',
  'exercise',
  'group',
  'device',
  'type',
  'duration',
  'size',
  'selections',
  'warnings',
  'favourite',
  'comment',
  'number',
] as const;
export type ExportedColumn = (typeof exportedColumns)[number];

/** What spreadsheets take for a formula, they run: an apostrophe keeps it a text. */
const formulaStart = /^[=+\-@\t\r]/;

/** `2026-05-16 09:12:00`, which spreadsheets read as a moment in every language. */
function momentOf({ timestamp, timezone }: Record): string {
  const [day = '', time = ''] = formatFileDate(timestamp, timezone).split('_');
  return `${day} ${time.replaceAll('-', ':')}`;
}

function cellsOf(record: Record, language: Language): { readonly [C in ExportedColumn]: string | number } {
  return {
    date: momentOf(record),
    timezone: record.timezone,
    athletes: record.users.map(({ firstname, lastname }) => `${firstname} ${lastname}`.trim()).join(', '),
    sport: record.sport_disp_name?.[language] ?? '',
    exercise: record.exercise_name ?? '',
    group: record.group_name ?? '',
    device: record.device_name ?? record.basename,
    type: record.record_type_name[language],
    duration: record.duration,
    size: record.size,
    selections: record.selections.length,
    warnings: record.nb_errors,
    favourite: record.favorite ? 1 : 0,
    comment: record.comment,
    number: record.id,
  };
}

/** Records as a table for spreadsheets, which split and count as the language does. */
export function listAsCsv(
  records: readonly Record[],
  language: Language,
  headOf: (column: ExportedColumn) => string,
): string {
  const [separator, decimalSign] = language === 'fr' ? [';', ','] : [',', '.'];
  const written = (cell: string | number) => {
    if (typeof cell === 'number') return String(cell).replace('.', decimalSign);
    const text = formulaStart.test(cell) ? `'${cell}` : cell;
    return /[";,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = records.map((record) => {
    const cells = cellsOf(record, language);
    return exportedColumns.map((column) => written(cells[column]));
  });
  const lines = [exportedColumns.map((column) => written(headOf(column))), ...rows];
  // Without the mark Excel reads another encoding.
  return `\uFEFF${lines.map((line) => line.join(separator)).join('\r\n')}\r\n`;
}
