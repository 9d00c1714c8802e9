import {
  type AnalysisAbout,
  type AnsweredTrial,
  api,
  type KeptResult,
  type LoadedTrial,
  type Record,
} from '@sillage/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useServer } from '../../../base/services.tsx';
import { recordKeys } from '../../../records/record-queries.ts';
import type { AnalysisChoice } from './analysis-choice.ts';

/** What analyses found of the record that is open, as it is kept. */
export interface KeptResults {
  readonly all: readonly KeptResult[];
  /** Whether it is known what is kept, or cannot be. */
  readonly isKnown: boolean;
  /** What the record opens on; undefined: the likeliest analysis. */
  readonly first: AnalysisChoice | undefined;
  readonly isSaving: boolean;
  keep(body: Parameters<typeof bodyOf>[0]): void;
  /** Why it counts for nothing; null: it counts again. */
  exclude(result: KeptResult, reason: string | null): void;
  remove(result: KeptResult): void;
}

type Asked = NonNullable<Parameters<typeof api.keepResult.body.parse>[0]>;
const bodyOf = (body: Asked) => api.keepResult.body.parse(body);
const nothing: readonly KeptResult[] = [];
const none: readonly AnalysisAbout[] = [];

export function useKeptResults(
  { id, signals_version }: Record,
  isShown: boolean,
  offered: readonly AnalysisAbout[] = none,
): KeptResults {
  const server = useServer();
  const client = useQueryClient();
  const listed = useQuery({
    queryKey: [...recordKeys.record(id), 'results', signals_version],
    queryFn: ({ signal }) => server.call(api.listResults, { params: { id }, signal }),
    enabled: isShown,
  });
  const onSettled = () => client.invalidateQueries({ queryKey: [...recordKeys.record(id), 'results'] });
  const keep = useMutation({
    mutationFn: (body: Asked) => server.call(api.keepResult, { params: { id }, body: bodyOf(body) }),
    onSettled,
  });
  const exclude = useMutation({
    mutationFn: ({ result, reason }: { result: KeptResult; reason: string | null }) =>
      server.call(api.editResult, {
        params: { id, resultId: result.id },
        body: { excluded: reason === null ? null : { reason } },
      }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (result: KeptResult) => server.call(api.deleteResult, { params: { id, resultId: result.id } }),
    onSettled,
  });
  const all = listed.data ?? nothing;
  const first = useMemo(() => firstOf(all, offered, signals_version), [all, offered, signals_version]);
  return {
    ...{ all, first, isKnown: !listed.isPending, isSaving: keep.isPending || exclude.isPending || remove.isPending },
    keep: (body) => keep.mutate(body),
    exclude: (result, reason) => exclude.mutate({ result, reason }),
    remove: (result) => remove.mutate(result),
  };
}

export const loadedTrialOf = ({ record_id, is_whole, t0, t1, load_kg }: AnsweredTrial): LoadedTrial => ({
  ...{ record_id, load_kg },
  ...(!is_whole && { t0, t1 }),
});

/**
 * What a record opens on: what waits for a choice, what somebody kept that answers, else what the record answers by itself where the
 * likeliest analysis refuses it. Undefined: the likeliest.
 */
function firstOf(
  all: readonly KeptResult[],
  offered: readonly AnalysisAbout[],
  signalsVersion: number,
): AnalysisChoice | undefined {
  const whole = all.filter((one) => one.is_current && one.is_whole);
  const answering = whole.filter(({ refused }) => refused === null);
  const fitting = offered.filter(({ fits }) => fits);
  const isCheck = ({ analysis }: KeptResult) => offered.some((one) => one.id === analysis && one.is_check);
  const byRank = fitting.flatMap(({ id }) => answering.filter((one) => one.analysis === id && !isCheck(one)));
  const likeliest = fitting[0] && whole.find(({ analysis }) => analysis === fitting[0]?.id);
  const chosen = (of: readonly KeptResult[]) => of.find((one) => one.user_name !== null && !isCheck(one));
  const first =
    whole.find((one) => one.correction !== null && one.signals_version === signalsVersion) ??
    chosen(answering) ??
    (likeliest?.refused ? byRank[0] : undefined) ??
    chosen(whole);
  return first && choiceOf(first);
}

/** What a kept result was asked with, to be asked again. */
export function choiceOf(kept: KeptResult): AnalysisChoice {
  const { asked_trials, analysis, is_whole, preset, parameters, inputs, t0, t1 } = kept;
  const given = Object.entries(parameters).flatMap(([name, { value, source }]) =>
    (source === 'given' || source === 'moved') && value !== null ? [[name, value] as const] : [],
  );
  return {
    ...{ analysis, part: is_whole ? 'whole' : { t0, t1 }, preset: preset ?? undefined, inputs },
    parameters: Object.fromEntries(given),
    ...(asked_trials && asked_trials.length > 0 && { trials: asked_trials }),
  };
}
