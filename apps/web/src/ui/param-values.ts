import type { ScenarioParam, ScenarioParamValue } from '@sillage/contract';

/** What fields of parameters hold, by name. */
export type TypedParams = Readonly<Record<string, string | boolean>>;

/** What a form starts with. */
export const startValues = (params: readonly ScenarioParam[]): TypedParams =>
  Object.fromEntries(
    params.map((param) => [
      param.name,
      typeof param.default === 'boolean' ? param.default : String(param.default ?? ''),
    ]),
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
      const number = Number(value.replace(',', '.'));
      const isOut = number < (param.min ?? -Infinity) || number > (param.max ?? Infinity);
      if (!Number.isFinite(number) || isOut || (param.type === 'integer' && !Number.isInteger(number)))
        return undefined;
      read[param.name] = number;
    }
  }
  return read;
}
