import { analyses, chooseInputs, fitsRecord } from '@sillage/analysis';
import { type AnalysisAbout, isRefusal, type Refusal } from '@sillage/contract';
import type { Viewer } from '../../platform/http/index.ts';
import { findReadable, type RecordDependencies } from '../records/index.ts';

/** All analyses on samples, as they would be run on a record; those that fit it come first. */
export async function listAnalyses(
  { database }: Pick<RecordDependencies, 'database'>,
  viewer: Viewer,
  id: number,
): Promise<AnalysisAbout[] | Refusal> {
  const record = await findReadable(database.db, viewer, id);
  if (isRefusal(record)) return record;
  const names = Object.keys(record.availableData);
  return analyses
    .filter(({ rows }) => rows === 'samples')
    .map((analysis) => {
      const { id: own, version, name, about, serves, inputs, parameters, presets, outputs } = analysis;
      const chosen = chooseInputs(analysis, names);
      return {
        ...{ id: own, version, name, about, fits: fitsRecord(analysis, names) },
        ...{ scenarios: [...serves.scenarios], sports: [...serves.sports] },
        inputs: Object.fromEntries(
          Object.entries(inputs).map(([role, { name: words, unit, optional }]) => [
            role,
            { name: words, unit, optional: optional === true, variable: chosen.get(role) ?? null },
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
            { ...output, frame: output.frame ?? null, better: output.better ?? null },
          ]),
        ),
      };
    })
    .sort((a, b) => Number(b.fits) - Number(a.fits));
}
