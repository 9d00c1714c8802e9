import { ComputedChannel, computedCategory, type ParameterValue, type Refusal, refuse } from '@sillage/contract';
import { fieldCodes } from '../../platform/http/index.ts';
import { brokenField } from '../tenancy/index.ts';

/** Why a formula cannot be read, if so; whether a record has what it names is seen on each record. */
export type JudgeFormula = (formula: string) => Refusal | undefined;

/**
 * Why a value cannot be kept by a parameter of computed channels, if so; one without a value keeps none.
 * @param field of the body that brought it
 */
export function refuseChannel(
  name: string,
  value: ParameterValue | undefined,
  field: 'default' | 'value',
  judgeFormula: JudgeFormula,
): Refusal | undefined {
  if (!name.startsWith(`${computedCategory}::`) || value === null || value === undefined) return undefined;
  const given = typeof value === 'string' ? parsed(value) : undefined;
  if (given === undefined) return brokenField(field, 'json');
  const channel = ComputedChannel.safeParse(given);
  if (channel.success) return judgeFormula(channel.data.formula);
  const broken = Object.entries(fieldCodes(channel.error.issues));
  const fields = broken.map(([path, code]) => [path === '' ? field : `${field}.${path}`, code]);
  return refuse('request.invalid', {}, Object.fromEntries(fields));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
