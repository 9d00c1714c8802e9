/** A header cell taken apart. */
export interface HeaderCell {
  readonly name: string;
  readonly unit: string;
  readonly index: number;
}

/** s per unit, by the ways people write it. */
const timeUnits: ReadonlyMap<string, number> = new Map(
  (
    [
      [1e-9, 'ns nsec nanoseconds'],
      [1e-6, 'us µs μs usec microsec microseconds microsecondes mikrosekunden'],
      [1e-3, 'ms msec millis millisec milliseconds millisecondes millisekunden'],
      [1, 's sec secs second seconds seconde secondes sek sekunde sekunden segundos secondi'],
      [60, 'min mins minute minutes minuten minutos minuti'],
      [3600, 'h hr hrs hour hours heure heures std stunde stunden horas ore'],
      [86_400, 'd day days jour jours tag tage'],
    ] as const
  ).flatMap(([seconds, names]) => names.split(' ').map((name): [string, number] => [name, seconds])),
);

const timeNames = new Set(
  (
    't time times temps zeit tiempo tempo tid timestamp timestamps time_stamp elapsed elapsed_time time_elapsed ' +
    'temps_ecoule date datetime date_time date_heure date_et_heure timecode time_code horodatage zeitstempel ' +
    'uhrzeit heure clock epoch unix_time unixtime recording_time rec_time relative_time'
  ).split(' '),
);
/** Units that are names of a time column by themselves; `min`, `h`, `d` are not: minima, heights, distances. */
const unitNames = /^(?:ns|us|µs|ms|s|.{3,})$/;

/** `acc_x (m/s²)` or `acc_x [m/s²]`, or `Time/s` → name and unit. */
export function headerCell(cell: string, unitBelow: string, index: number): HeaderCell {
  const text = cell.trim().slice(0, 200);
  // What stands in brackets is then of the name: `Distance (GPS)`.
  if (unitBelow.trim() !== '') return { name: text || `column_${index + 1}`, unit: bare(unitBelow), index };
  const bracketed = /^(.*?)\s*[([]([^()[\]]{0,20})[)\]]\s*$/.exec(text);
  const slashed = /^(.*\S)\s*(?:\/|\bin\b)\s*(\S{1,12})$/i.exec(text);
  // Only of the time: `l/min` and `W/kg` are other things.
  const timed = slashed && isTimeName(slashed[1] ?? '') && unitSeconds(slashed[2] ?? '') !== undefined;
  const found = bracketed ?? (timed ? slashed : undefined);
  const name = (found?.[1] ?? text) || `column_${index + 1}`;
  return { name, unit: (found?.[2] ?? '').slice(0, 20), index };
}

/** `(N)` → `N` */
function bare(unit: string): string {
  return unit
    .trim()
    .replace(/^[([]|[)\]]$/g, '')
    .slice(0, 20);
}

/** `Elapsed Time` → `elapsed_time` */
function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-zµμ0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

function unitSeconds(unit: string): number | undefined {
  return timeUnits.get(unit.trim().toLowerCase());
}

/** `t_ms` → `t`, `ms` */
function splitSuffix(name: string): { stem: string; suffix: string } | undefined {
  const found = /^(.+)_([a-zµμ]+)$/.exec(plain(name));
  return found ? { stem: found[1] ?? '', suffix: found[2] ?? '' } : undefined;
}

/** Whether a column of this name may be the time. */
export function isTimeName(name: string): boolean {
  const whole = plain(name);
  if (timeNames.has(whole) || isUnitName(whole)) return true;
  const parts = splitSuffix(name);
  return parts !== undefined && timeNames.has(parts.stem) && timeUnits.has(parts.suffix);
}

/** Whether a column is called by its unit, as `ms` or `Minutes`. */
export function isUnitName(name: string): boolean {
  const whole = plain(name);
  return timeUnits.has(whole) && unitNames.test(whole) && whole !== 'min' && whole !== 'day' && whole !== 'std';
}

/** s per unit of a time column, from its unit or its name; undefined when neither says. */
export function timeUnitOf({ name, unit }: HeaderCell): number | undefined {
  const suffix = splitSuffix(name)?.suffix;
  return unitSeconds(unit) ?? timeUnits.get(plain(name)) ?? (suffix === undefined ? undefined : timeUnits.get(suffix));
}
