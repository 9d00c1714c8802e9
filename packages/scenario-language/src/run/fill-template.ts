import type { Shown, Template } from '../graph.ts';
import { scenarioBounds, type Words } from '../program.ts';
import { evaluate, isOfEach, type Sight } from './evaluate.ts';
import type { Value } from './state.ts';

/** A value in the unit that it is shown in. */
export function shownValue({ value, factor }: Shown, device: number | null, sight: Sight): Value {
  const found = evaluate(value, device, sight);
  return typeof found === 'number' ? Number((found / factor).toPrecision(12)) : found;
}

export function isTemplateOfEach({ values }: Template, sight: Sight): boolean {
  return Object.values(values).some(({ value }) => isOfEach(value, sight));
}

/**
 * The text with its values, as each language writes them.
 * @param of null: for all; a value that each device has of its own is written where there is one device
 */
export function fillTemplate({ text, values }: Template, of: number | null, sight: Sight): Words {
  const { devices } = sight.state;
  const device = of ?? (devices.length === 1 ? (devices[0] ?? null) : null);
  const fill = (language: 'fr' | 'en') =>
    text[language]
      .replaceAll(/\{([^{}]*)\}/g, (place, inner: string) => {
        const shown = Object.hasOwn(values, inner) ? values[inner] : undefined;
        return shown === undefined ? place : write(shownValue(shown, device, sight), shown.unit, language);
      })
      .slice(0, scenarioBounds.textCharacters);
  return { fr: fill('fr'), en: fill('en') };
}

const formats = {
  fr: new Intl.NumberFormat('fr', { maximumSignificantDigits: 3 }),
  en: new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }),
};
const answers = { fr: ['oui', 'non'], en: ['yes', 'no'] } as const;

function write(value: Value, unit: string, language: 'fr' | 'en'): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return answers[language][value ? 0 : 1];
  if (typeof value === 'string') return value;
  const figures = Math.abs(value) >= 1000 ? String(Math.round(value)) : formats[language].format(value);
  return unit === '' ? figures : `${figures}\u00a0${unit}`;
}
