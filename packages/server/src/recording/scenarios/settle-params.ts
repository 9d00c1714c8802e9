import { type Refusal, refuse, type ScenarioParam, type ScenarioParamValue } from '@sillage/contract';

/** What a run is given: what is said, else the defaults; refused by field. */
export function settleParams(
  params: readonly ScenarioParam[],
  said: Readonly<Record<string, ScenarioParamValue>>,
): Readonly<Record<string, ScenarioParamValue>> | Refusal {
  const broken = new Map<string, string>();
  const known = new Set(params.map(({ name }) => name));
  for (const name of Object.keys(said)) if (!known.has(name)) broken.set(`params.${name}`, 'unknown');
  const settled: Record<string, ScenarioParamValue> = {};
  for (const param of params) {
    const value = said[param.name] ?? param.default;
    if (value === null || value === '') {
      if (!param.optional) broken.set(`params.${param.name}`, 'required');
      continue;
    }
    const rule = brokenRule(param, value);
    if (rule === undefined) settled[param.name] = value;
    else broken.set(`params.${param.name}`, rule);
  }
  return broken.size === 0 ? settled : refuse('request.invalid', {}, Object.fromEntries(broken));
}

function brokenRule({ type, min, max, choices }: ScenarioParam, value: ScenarioParamValue): string | undefined {
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'invalidFormat';
    case 'text':
      return typeof value === 'string' ? undefined : 'invalidFormat';
    case 'choice':
      return choices === undefined || choices.some((choice) => choice.value === value) ? undefined : 'unknown';
    case 'integer':
    case 'number':
    case 'duration': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'number';
      if (type === 'integer' && !Number.isInteger(value)) return 'integer';
      return value < (min ?? -Infinity) || value > (max ?? Infinity) ? 'range' : undefined;
    }
  }
}
