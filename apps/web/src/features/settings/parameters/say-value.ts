import type { Language, Parameter, ParameterValue } from '@sillage/contract';

/** The chosen items of a list, also when one is kept as itself. */
export function itemsIn(value: ParameterValue): readonly string[] {
  if (Array.isArray(value)) return value;
  return value === null || value === '' ? [] : [String(value)];
}

/** What an item of a list is called on screen. */
export function itemTitle({ items }: Pick<Parameter, 'items'>, value: string, language: Language): string {
  return items.find((item) => item.value === value)?.title[language] ?? value;
}

/** A number as people of this language write it; nothing for none. */
export function numberText(value: ParameterValue, language: Language): string {
  if (typeof value !== 'number') return '';
  return String(value).replace('.', language === 'fr' ? ',' : '.');
}

/** The value of a row as people of this language write it; what is no number stays. */
export function rowValueText(value: string, language: Language): string {
  return language === 'fr' && /^[-+]?\d*\.\d*$/.test(value) ? value.replace('.', ',') : value;
}

/** What is kept of a row's value that was typed in this language: numbers keep their point. */
export function readRowValue(typed: string, language: Language): string {
  return language === 'fr' && /^[-+]?\d*,\d*$/.test(typed) ? typed.replace(',', '.') : typed;
}

/** Of a row `name=value` both parts; what has no sign is all name. */
export function rowParts(row: string): { readonly name: string; readonly value: string } {
  const at = row.indexOf('=');
  return at < 0 ? { name: row, value: '' } : { name: row.slice(0, at), value: row.slice(at + 1) };
}

/** A value in a line of text. `words` says yes, no and nothing. */
export function sayValue(
  of: Pick<Parameter, 'items' | 'type' | 'unit'>,
  value: ParameterValue,
  words: { readonly yes: string; readonly no: string; readonly none: string },
  language: Language,
): string {
  if (value === null || value === '') return words.none;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (of.type === 'list')
    return (
      itemsIn(value)
        .map((one) => itemTitle(of, one, language))
        .join(', ') || words.none
    );
  if (Array.isArray(value)) {
    // Semicolons: a decimal comma is no end.
    const rows = value.map((row) => {
      const { name, value: kept } = rowParts(row);
      return kept === '' ? name : `${name}\u00a0=\u00a0${rowValueText(kept, language)}`;
    });
    return rows.join(language === 'fr' ? '\u00a0; ' : '; ') || words.none;
  }
  const text = typeof value === 'number' ? numberText(value, language) : value;
  return of.unit === '' ? text : `${text}\u00a0${of.unit}`;
}
