/** How a file writes its numbers. */
export interface NumberStyle {
  readonly decimal: '.' | ',';
  /** `1.234,5` or `1,234.5` occur: the other of point and comma separates thousands, whatever follows it. */
  readonly groups: boolean;
}

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
/** Thousands apart by a space, of any of the widths that writers use, or an apostrophe. */
const spaced = /^[+-]?\d{1,3}(?:([ \u00a0\u2009\u202f'\u2019])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/;
const groupedByPoint = /^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
const groupedByComma = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:[.,]\d+)?)$/;
const gap =
  /^(?:|[-\u2212–—?.*]+|#?n\/?a!?|nan|-?nan\(ind\)|[+-]?inf(?:inity)?|[+-]?∞|null|nil|none|undefined|missing|#(?:value|div\/0|ref)!)$/i;

/** Whether a cell says that there is no value. */
export function isGap(text: string): boolean {
  return gap.test(text.trim());
}

const leadingMinus = /^[\u2212\u2013\uff0d](?=[\d.,])/;
const exponentMinus = /(?<=\d[eE])[\u2212\u2013\uff0d](?=\d)/;
/** A number in percent is a number: the sign goes to the unit. */
const percent = /(?<=\d)\s?%$/;

/** Almost no cell: told apart first, by one look. */
const hasSign = /[\u2212\u2013\uff0d%]/;

/** A cell's text with the minus that keyboards have, and without a percent sign behind its number. */
export function plainSigns(text: string): string {
  const trimmed = text.trim();
  if (!hasSign.test(trimmed)) return trimmed;
  return trimmed.replace(leadingMinus, '-').replace(exponentMinus, '-').replace(percent, '');
}

/** Whether a cell is a number in percent. */
export function isPercent(text: string): boolean {
  return percent.test(text.trim());
}

/** The number of a cell's text, NaN for anything else. */
export function readNumber(text: string, { decimal, groups }: NumberStyle): number {
  const trimmed = plainSigns(text);
  if (groups) {
    if (decimal === ',' && groupedByPoint.test(trimmed)) return toNumber(trimmed.replaceAll('.', ''), ',');
    if (decimal === '.' && groupedByComma.test(trimmed)) return toNumber(trimmed.replaceAll(',', ''), '.');
  }
  const value = toNumber(trimmed, decimal);
  if (!Number.isNaN(value)) return value;
  if (spaced.test(trimmed)) return toNumber(trimmed.replace(/[^\d.,+-]/g, ''), decimal);
  // Twice a separator, or both of them: there is one way to read it.
  if (/^[+-]?\d{1,3}(?:\.\d{3})+,\d+$|^[+-]?\d{1,3}(?:\.\d{3}){2,}$/.test(trimmed)) {
    return toNumber(trimmed.replaceAll('.', ''), ',');
  }
  if (/^[+-]?\d{1,3}(?:,\d{3})+\.\d+$|^[+-]?\d{1,3}(?:,\d{3}){2,}$/.test(trimmed)) {
    return toNumber(trimmed.replaceAll(',', ''), '.');
  }
  return Number.NaN;
}

function toNumber(text: string, decimal: '.' | ','): number {
  const pointed = decimal === ',' ? text.replace(',', '.') : text;
  const value = plainNumber.test(pointed) ? Number(pointed) : Number.NaN;
  // `1E999` is beyond what a number holds.
  return Number.isFinite(value) ? value : Number.NaN;
}

/** s of `mm:ss.SSS` or `hh:mm:ss.SSS`, NaN for anything else. */
export function readClock(text: string): number {
  const found = clock.exec(text.trim());
  if (!found) return Number.NaN;
  return Number(found[1] ?? 0) * 3600 + Number(found[2]) * 60 + Number((found[3] ?? '').replace(',', '.'));
}

/** Decides from cells of numbers how they are written. `mayBeComma`: a comma may stand in a number. */
export function styleOf(cells: Iterable<string>, mayBeComma: boolean): NumberStyle {
  let commas = 0;
  let pointGroups = 0;
  let commaGroups = 0;
  for (const cell of cells) {
    const text = plainSigns(cell);
    if (/^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) pointGroups++;
    else if (/^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/.test(text)) commaGroups++;
    else if (/^[+-]?[\d \u00a0\u2009\u202f']*,\d+(?:e[+-]?\d+)?$/i.test(text)) commas++;
  }
  if (commaGroups > pointGroups) return { decimal: '.', groups: true };
  return { decimal: mayBeComma && commas + pointGroups > 0 ? ',' : '.', groups: pointGroups > 0 };
}

const tens = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
const exactly = Number.MAX_SAFE_INTEGER;

/**
 * The number that stands in bytes from `start` to `end`, read without a text in between: the same as `Number` gives, since
 * a mantissa below 2^53 and a power of ten up to 22 are exact. NaN when it is anything but such a plain number.
 */
export function readPlainNumber(bytes: Uint8Array, start: number, end: number, decimalByte: number): number {
  let at = start;
  let to = end;
  while (at < to && bytes[at] === 32) at++;
  while (to > at && bytes[to - 1] === 32) to--;
  const sign = bytes[at]!;
  if (sign === 45 || sign === 43) at++;
  let mantissa = 0;
  let digits = 0;
  let fraction = 0;
  for (let byte = bytes[at]! - 48; at < to && byte >= 0 && byte <= 9; byte = bytes[++at]! - 48) {
    mantissa = mantissa * 10 + byte;
    digits++;
  }
  if (at < to && bytes[at] === decimalByte) {
    at++;
    for (let byte = bytes[at]! - 48; at < to && byte >= 0 && byte <= 9; byte = bytes[++at]! - 48) {
      mantissa = mantissa * 10 + byte;
      fraction++;
    }
  }
  if (at !== to || digits + fraction === 0 || mantissa > exactly || fraction > 22) return Number.NaN;
  const value = fraction === 0 ? mantissa : mantissa / tens[fraction]!;
  return sign === 45 ? -value : value;
}
