import { type Analysis, whyNoFormula } from '@sillage/analysis';
import type { AnalysisDescription } from '@sillage/contract';

/** An analysis as people and programs read of it: all but how it is computed. */
export function describeAnalysis(analysis: Analysis): AnalysisDescription {
  const { id, version, name, about, serves, rows, inputs, parameters, presets, outputs, explained } = analysis;
  return {
    ...{ id, version, name, about, rows, is_check: analysis.isCheck === true },
    has_trials: analysis.trials !== undefined,
    ...{ scenarios: [...serves.scenarios], sports: [...serves.sports] },
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([role, { name: words, unit, optional }]) => [
        role,
        { name: words, unit, optional: optional === true },
      ]),
    ),
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([key, parameter]) => [
        key,
        'choices' in parameter ? { ...parameter, choices: [...parameter.choices] } : parameter,
      ]),
    ),
    presets: presets.map(({ name: called, source }) => ({ name: called, source })),
    outputs: Object.fromEntries(
      Object.entries(outputs).map(([key, output]) => [
        key,
        {
          ...{ ...output, frame: output.frame ?? null, better: output.better ?? null },
          formula: explained[key]?.formula ?? null,
          no_formula: explained[key]?.none === undefined ? null : whyNoFormula(explained[key].none),
          over: explained[key]?.over ?? '',
          roles: [...(explained[key]?.of ?? [])],
        },
      ]),
    ),
  };
}
