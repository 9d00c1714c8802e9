import { chooseInputs, fitsRecord, rankAnalyses } from '@sillage/analysis';
import { type AnalysisAbout, isRefusal, protocolOf, type Refusal } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { findReadable, type RecordDependencies } from '../records/index.ts';
import { rulesOfRecords } from './analysis-rules.ts';
import { describeAnalysis } from './describe-analysis.ts';
import { holdParameters } from './hold-parameters.ts';
import { settableRules } from './set-rules.ts';

const { sports } = tables;

/** All analyses on samples, as they would be run on a record; the likeliest come first. */
export async function listAnalyses(
  { database }: Pick<RecordDependencies, 'database'>,
  viewer: Viewer,
  id: number,
): Promise<AnalysisAbout[] | Refusal> {
  const record = await findReadable(database.db, viewer, id);
  if (isRefusal(record)) return record;
  const names = Object.keys(record.availableData);
  const { db } = database;
  const mine = (await rulesOfRecords(db, [record])).get(id) ?? [];
  const settable = await settableRules(db, viewer, record);
  const [sport] =
    record.sportId === null ? [] : await database.db.select().from(sports).where(eq(sports.id, record.sportId));
  return rankAnalyses({ names, sport: sport?.name, exercise: record.exerciseName }).map((analysis) => {
    // Of trials, each is given what its own analysis is given.
    const { inputs } = describeAnalysis(analysis.trials?.analysis ?? analysis);
    const described = { ...describeAnalysis(analysis), inputs };
    const chosen = chooseInputs(analysis.trials?.analysis ?? analysis, names);
    return {
      ...described,
      fits: fitsRecord(analysis, names),
      held: holdParameters(analysis.id, mine, protocolOf(record.otherData)),
      rules: mine
        .filter(({ analysis: ruled, of, targetId }) => {
          const isOwn = of === 'organisation' || targetId === viewer.principal.userId;
          return ruled === analysis.id && isOwn;
        })
        .map(({ of, by }) => ({ of, by })),
      may_set_rules: settable,
      inputs: Object.fromEntries(
        Object.entries(described.inputs).map(([role, input]) => [
          role,
          { ...input, variable: chosen.get(role) ?? null },
        ]),
      ),
    };
  });
}
