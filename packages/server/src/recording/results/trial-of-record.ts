import { analyses, analysisOf } from '@sillage/analysis';
import type { RecordTrial } from '@sillage/contract';
import { and, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';

const { analysisResults } = tables;

/** The number that says most of an analysis: the first that can be better, else its first. */
const mainOutputs = Object.fromEntries(
  analyses.flatMap(({ id, outputs }) => {
    const [first] = Object.entries(outputs);
    const main = Object.entries(outputs).find(([, { better }]) => better !== undefined) ?? first;
    return main === undefined ? [] : [[id, main[0]] as const];
  }),
);

/** Of what a record answers by itself the first counts: a ride is a ride before it is a track. */
/** They say whether a recording can be trusted, not what it answers. */
const checks = sql`${`{${analyses
  .filter(({ isCheck }) => isCheck)
  .map(({ id }) => id)
  .join(',')}}`}`;
const catalogue = sql`${`{${analyses.map(({ id }) => id).join(',')}}`}`;

const Sentence = z.object({ message: z.object({ fr: z.string(), en: z.string() }) });
const Main = z.object({ value: z.number().nullable() });

/** Records whose lines are read at once: lists that are longer are those of programs, which ask for results themselves. */
const mostRecords = 1_000;

/** What holds of records, a line each, by one query; none for more than a thousand records. */
export async function trialsOfRecords(db: Queryable, recordIds: readonly number[]): Promise<Map<number, RecordTrial>> {
  if (recordIds.length > mostRecords) return new Map();
  const { outcome, excluded } = analysisResults;
  const rows = await db
    .select({
      recordId: analysisResults.recordId,
      analysis: analysisResults.analysis,
      excluded,
      refused: sql<unknown>`${outcome}->'refused'`,
      warning: sql<unknown>`${outcome}->'warnings'->0`,
      main: sql<unknown>`${outcome}->'values'->(${JSON.stringify(mainOutputs)}::jsonb->>${analysisResults.analysis})`,
    })
    .from(analysisResults)
    .where(
      and(
        isOneOf(analysisResults.recordId, recordIds),
        sql`${analysisResults.id} = (
          SELECT r.id FROM ${analysisResults} AS r WHERE r.record_id = ${analysisResults.recordId} AND r.is_current
          ORDER BY (r.asked->'t0') IS NOT NULL, r.analysis = ANY(${checks}::text[]), r.user_name IS NULL,
            CASE WHEN r.user_name IS NULL THEN array_position(${catalogue}::text[], r.analysis) END,
            r.created_at DESC, r.id DESC LIMIT 1)`,
      ),
    );
  return new Map(
    rows.flatMap(({ recordId, ...row }) => {
      const trial = presentTrial(row);
      return trial === undefined ? [] : [[recordId, trial] as const];
    }),
  );
}

interface Row {
  readonly analysis: string;
  readonly excluded: { readonly reason: string } | null;
  readonly refused: unknown;
  readonly warning: unknown;
  readonly main: unknown;
}

/** Undefined for an analysis that there is no more. */
function presentTrial({ analysis: id, excluded, refused, warning, main }: Row): RecordTrial | undefined {
  const analysis = analysisOf(id);
  const output = analysis?.outputs[mainOutputs[id] ?? ''];
  if (analysis === undefined || output === undefined) return undefined;
  const [isRefused, doubt] = [Sentence.safeParse(refused).data, Sentence.safeParse(warning).data];
  const about = {
    analysis: id,
    name: analysis.name,
    unit: output.unit,
    decimals: output.decimals,
    output: output.name,
  };
  const value = Main.safeParse(main).data?.value ?? null;
  if (isRefused !== undefined) return { ...about, state: 'refused', value: null, reason: isRefused.message };
  if (excluded !== null) {
    return { ...about, state: 'excluded', value, reason: { fr: excluded.reason, en: excluded.reason } };
  }
  return { ...about, state: doubt === undefined ? 'valid' : 'warned', value, reason: doubt?.message ?? null };
}
