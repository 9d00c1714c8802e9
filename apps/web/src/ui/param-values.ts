import type { Language, ScenarioParam, ScenarioParamValue } from '@sillage/contract';
import { decimalsOf, readTypedNumber, typedNumber } from './typed-number.ts';

/** What fields of parameters hold, by name. */
export type TypedParams = Readonly<Record<string, string | boolean>>;

/** A value of a parameter as it is typed. */
export const typedValue = (value: ScenarioParamValue | null, language: Language): string =>
  typeof value === 'number' ? typedNumber(value, decimalsOf(value), language) : String(value ?? '');

/** What a form starts with. */
export const startValues = (params: readonly ScenarioParam[], language: Language): TypedParams =>
  Object.fromEntries(
    params.map(({ name, default: own }) => [name, typeof own === 'boolean' ? own : typedValue(own, language)]),
  );

/** What a form holds as the server takes it; undefined while something is not what it must be. */
export function readValues(
  params: readonly ScenarioParam[],
  typed: TypedParams,
): Record<string, ScenarioParamValue> | undefined {
  const read: Record<string, ScenarioParamValue> = {};
  for (const param of params) {
    const value = typed[param.name] ?? '';
    if (value === '') {
      if (!param.optional) return undefined;
    } else if (typeof value === 'boolean' || param.type === 'text' || param.type === 'choice') read[param.name] = value;
    else {
      const number = readTypedNumber(value);
      if (number === undefined || (param.type === 'integer' && !Number.isInteger(number))) return undefined;
      if (number < (param.min ?? -Infinity) || number > (param.max ?? Infinity)) return undefined;
      read[param.name] = number;
    }
  }
  return read;
}
