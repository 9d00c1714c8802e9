import type { Language, ScenarioParam, ScenarioParamValue, ScenarioPrompt } from '@sillage/contract';
import { formatNumber } from '../../../ui/format-number.ts';
import { printedUnit } from '../../../ui/printed-unit.ts';

/** s that are left, as people count: 3, 2, 1. */
export const countdownText = (seconds: number): string => String(Math.max(0, Math.ceil(seconds)));

/** A value as it stands on a screen. */
export function valueText({ value, unit }: Pick<ScenarioPrompt, 'value' | 'unit'>, language: Language): string {
  if (value === null) return '–';
  const text = typeof value === 'number' ? formatNumber(value, Number.isInteger(value) ? 0 : 1, language) : value;
  return unit === null || unit === '' ? text : `${text} ${printedUnit(unit, language)}`;
}

/** What a form starts with. */
export const startValues = (params: readonly ScenarioParam[]): Record<string, string | boolean> =>
  Object.fromEntries(
    params.map((param) => [
      param.name,
      typeof param.default === 'boolean' ? param.default : String(param.default ?? ''),
    ]),
  );

/** What a form holds as the server takes it; undefined while something is not what it must be. */
export function readValues(
  params: readonly ScenarioParam[],
  typed: Readonly<Record<string, string | boolean>>,
): Record<string, ScenarioParamValue> | undefined {
  const read: Record<string, ScenarioParamValue> = {};
  for (const param of params) {
    const value = typed[param.name] ?? '';
    if (value === '') {
      if (!param.optional) return undefined;
    } else if (typeof value === 'boolean' || param.type === 'text' || param.type === 'choice') read[param.name] = value;
    else {
      const number = Number(value.replace(',', '.'));
      const isOut = number < (param.min ?? -Infinity) || number > (param.max ?? Infinity);
      if (!Number.isFinite(number) || isOut || (param.type === 'integer' && !Number.isInteger(number)))
        return undefined;
      read[param.name] = number;
    }
  }
  return read;
}
