/** A table as CSV (RFC 4180), as other programs read it; a spreadsheet computes nothing of it. */
export function writeCsv<Column extends string>(
  names: readonly Column[],
  rows: readonly Readonly<Record<Column, unknown>>[],
): string {
  const cell = (value: unknown) => {
    const text = value === null || value === undefined ? '' : String(value);
    // A spreadsheet would compute what begins like a formula.
    const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const lines = rows.map((row) => names.map((name) => cell(row[name])).join(','));
  return `${[names.join(','), ...lines].join('\r\n')}\r\n`;
}

/** Hands a CSV to the browser as a file of today. */
export function saveCsv(what: string, csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `sillage-${what}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
