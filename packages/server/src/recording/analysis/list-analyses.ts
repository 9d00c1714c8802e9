import { analyses, chooseInputs, fitsRecord } from '@sillage/analysis';
import { type AnalysisAbout, isRefusal, type Refusal } from '@sillage/contract';
import type { Viewer } from '../../platform/http/index.ts';
import { findReadable, type RecordDependencies } from '../records/index.ts';
import { describeAnalysis } from './describe-analysis.ts';

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
      const described = describeAnalysis(analysis);
      const chosen = chooseInputs(analysis, names);
      return {
        ...described,
        fits: fitsRecord(analysis, names),
        inputs: Object.fromEntries(
          Object.entries(described.inputs).map(([role, input]) => [
            role,
            { ...input, variable: chosen.get(role) ?? null },
          ]),
        ),
      };
    })
    .sort((a, b) => Number(b.fits) - Number(a.fits));
}
