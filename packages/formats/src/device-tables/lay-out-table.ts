import { type CsvLayout, readCsvLayout } from '../csv/read-csv-layout.ts';
import { type FileProblem, isProblem, type RecordingColumn } from '../recording.ts';
import { uniqueNames } from '../safe-names.ts';
import { type DeviceTable, intervalName, type KnownColumn } from './device-tables.ts';

/** A table of a device with its columns under the names that every screen knows. */
export interface TableLayout {
  /** How its rows are read. */
  readonly csv: CsvLayout;
  readonly columns: readonly TableColumn[];
  /** Place of the column that tells intervals apart, and of that with the drive's duration; -1 without. */
  readonly interval: number;
  readonly drive: number;
  /** Cell of the row with the forces of a stroke; -1 without. */
  readonly curve: number;
}

interface TableColumn extends RecordingColumn {
  readonly factor: number;
  readonly none: number | undefined;
}

export function layOutTable(head: Uint8Array, isWhole: boolean, table: DeviceTable): TableLayout | FileProblem {
  const csv = readCsvLayout(head, isWhole);
  if (isProblem(csv)) return csv;
  const named = csv.columns.map((column) => ({
    column,
    known: table.columns.get(column.description.en.toLowerCase().trim()),
  }));
  const kept = named.filter(({ known }) => known !== null);
  const nameOnce = uniqueNames();
  const columns = kept.map(({ column, known }) => columnOf(column, known ?? undefined, nameOnce));
  const placeOf = (name: string | undefined) => columns.findIndex((column) => column.name === name);
  const curve = named.find(({ column }) => column.description.en.toLowerCase() === table.curve?.column);
  return {
    csv: { ...csv, columns: kept.map(({ column }) => column) },
    columns,
    interval: placeOf(intervalName),
    drive: placeOf(table.curve?.drive),
    curve: curve?.column.index ?? -1,
  };
}

/** As it is known, unless it is in a unit that nobody knows: then as the file says. */
function columnOf(
  column: RecordingColumn,
  known: KnownColumn | undefined,
  nameOnce: (name: string) => string,
): TableColumn {
  const factor = factorOf(column.unit, known);
  if (!known || factor === undefined)
    return { ...column, name: nameOnce(known?.name ?? column.name), factor: 1, none: known?.none };
  const { name, unit, fr, en, none } = known;
  return { name: nameOnce(name), unit, description: { fr, en }, type: 'f64', factor, none };
}

function factorOf(unit: string, known: KnownColumn | undefined): number | undefined {
  const { factor = 1 } = known ?? {};
  return typeof factor === 'number' ? factor : new Map(Object.entries(factor)).get(unit.toLowerCase());
}
