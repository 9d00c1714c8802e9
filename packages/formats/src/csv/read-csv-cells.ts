const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** The number of a cell, NaN for anything else (empty, `NaN`, words). */
export function readCsvNumber(cell: string | undefined, decimalComma: boolean): number {
  if (cell === undefined) return Number.NaN;
  const trimmed = cell.trim();
  const text = decimalComma ? trimmed.replace(',', '.') : trimmed;
  return plainNumber.test(text) ? Number(text) : Number.NaN;
}

export interface CsvTime {
  readonly value: number;
  /** s per unit of `value` when the cell itself says (a date, `mm:ss`); undefined for a plain number. */
  readonly unitSeconds: number | undefined;
  readonly isDate: boolean;
}

/** Reads a time: a number, `mm:ss.SSS`, `hh:mm:ss.SSS`, or an ISO 8601 date and time. */
export function readCsvTime(cell: string | undefined, decimalComma: boolean): CsvTime {
  const value = readCsvNumber(cell, decimalComma);
  if (!Number.isNaN(value) || cell === undefined) return { value, unitSeconds: undefined, isDate: false };
  const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:[.,]\d+)?)$/.exec(cell.trim());
  if (clock) {
    const seconds = Number((clock[3] ?? '').replace(',', '.'));
    return {
      value: Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + seconds,
      unitSeconds: 1,
      isDate: false,
    };
  }
  const isDate = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(cell.trim());
  return { value: isDate ? Date.parse(cell.trim()) : Number.NaN, unitSeconds: 0.001, isDate: true };
}

/** 2001-09-09 in seconds: a larger number is a moment since 1970, not a time since the start. */
const firstEpochSeconds = 1e9;

/** Decides from the first time what the column's zero is: moments since 1970 start the record, others stay as they are. */
export function timeOrigin(
  first: CsvTime,
  headerUnitSeconds: number | undefined,
): { seconds: number; unitSeconds: number; startUs: number | undefined } {
  const value = first.value;
  const guessed = value >= firstEpochSeconds * 1e6 ? 1e-6 : value >= firstEpochSeconds * 1e3 ? 1e-3 : 1;
  const unitSeconds = first.unitSeconds ?? headerUnitSeconds ?? guessed;
  const seconds = value / Math.round(1 / unitSeconds);
  const isMoment = first.isDate || seconds >= firstEpochSeconds;
  return isMoment
    ? { seconds, unitSeconds, startUs: Math.round(seconds * 1e6) }
    : { seconds: 0, unitSeconds, startUs: undefined };
}
