import { api, type Record, type SelectionProposal } from '@sillage/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage, notify } from '../../../base/notify.ts';
import { sentenceOfProblem } from '../../../base/say-problem.ts';
import { useServer } from '../../../base/services.tsx';
import { useShortcut } from '../../../base/shortcuts.ts';
import { recordKeys } from '../../../records/record-queries.ts';
import type { RecordViewState } from '../use-record-view.ts';
import { changeDraft, firstDraft, type ProposalDraft, questionOf } from './question-of.ts';

/** A stretch that may become a selection. */
export type Proposed = SelectionProposal['proposed'][number] & { readonly isTaken: boolean };

/** Selections while they are proposed; none of them is one before they are added. */
export interface ProposalEdit {
  /** Undefined while nothing is proposed. */
  readonly draft: ProposalDraft | undefined;
  readonly answer: SelectionProposal | undefined;
  readonly isAsking: boolean;
  /** The answer is that of the question before, until this one has its own. */
  readonly isOfBefore: boolean;
  /** Why there are none, or no more of them. */
  readonly problem: string | undefined;
  /** Asks the question again; undefined while it was answered, or is asked. */
  readonly again: (() => void) | undefined;
  readonly proposed: readonly Proposed[];
  /** What the selections are called, each with its number; undefined as long as nobody said. */
  readonly name: string | undefined;
  readonly isAdding: boolean;
  /** @param name what selections are called, where somebody has typed it */
  begin(name?: string): void;
  change(some: Partial<ProposalDraft>): void;
  /** Takes one, or leaves it out. */
  turn(index: number): void;
  setName(name: string): void;
  cancel(): void;
  add(): void;
}

export function useProposal(record: Record, view: RecordViewState): ProposalEdit {
  const { t } = useTranslation('record');
  const [draft, setDraft] = useState<ProposalDraft>();
  const [name, setName] = useState<string>();
  const asked = useAnswer(record, draft);
  const answer = draft && asked.data;
  const [left, setLeft] = useState<{ readonly of: SelectionProposal; readonly indexes: ReadonlySet<number> }>();
  const leftOut = left !== undefined && left.of === answer ? left.indexes : undefined;
  const proposed = useMemo(
    () => (answer?.proposed ?? []).map((one, i) => ({ ...one, isTaken: leftOut?.has(i) !== true })),
    [answer, leftOut],
  );
  const edits = useSeveralSelections(record.id);
  const cancel = () => {
    setDraft(undefined);
    setName(undefined);
  };
  const add = () => {
    const taken = proposed.filter(({ isTaken }) => isTaken);
    if (draft === undefined || answer === undefined || taken.length === 0) return;
    if (edits.add.isPending || asked.isPlaceholderData) return;
    const said = name ?? t(`propose.names.${draft.kind}`, { step: draft.stepMetres });
    const { signals_version } = answer;
    const selections = taken.map(({ t0, t1 }, i) => ({ t0, t1, signals_version, exercise: `${said} ${i + 1}`.trim() }));
    edits.add.mutate(selections, { onSuccess: cancel });
  };
  useShortcut('Escape', cancel, draft !== undefined);
  useShortcut('Enter', add, draft !== undefined);
  return {
    ...{ draft, answer, proposed, name, setName, cancel, add },
    isAsking: asked.isFetching,
    again: asked.isError ? () => void asked.refetch() : undefined,
    isOfBefore: asked.isPlaceholderData,
    problem: problemOf(asked.error, answer, t('propose.noAnswer')),
    isAdding: edits.add.isPending,
    begin(said = '') {
      view.setMode('zoomX');
      setDraft((now) => now ?? firstDraft);
      if (said.trim() !== '') setName(said.trim());
    },
    change: (some) => setDraft((now) => now && changeDraft(now, some)),
    turn(index) {
      if (answer === undefined) return;
      const indexes = new Set(leftOut);
      if (!indexes.delete(index)) indexes.add(index);
      setLeft({ of: answer, indexes });
    },
  };
}

function problemOf(error: Error | null, answer: SelectionProposal | undefined, failed: string) {
  if (error !== null) return sentenceOfProblem(error, failed);
  return answer?.problem ? inPageLanguage(answer.problem) : undefined;
}

/** Stretches as they are looked for; those before stay until the next ones are there. */
function useAnswer({ id, signals_version }: Record, draft: ProposalDraft | undefined) {
  const server = useServer();
  const question = draft && questionOf(draft);
  return useQuery({
    queryKey: [...recordKeys.record(id), 'proposal', signals_version, question],
    queryFn: ({ signal }) =>
      server.call(api.proposeSelections, { params: { id }, body: question ?? { kind: 'effort' }, signal }),
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}

/** Adds several selections, with the way back. */
function useSeveralSelections(id: number) {
  const { t } = useTranslation('record');
  const server = useServer();
  const queryClient = useQueryClient();
  const onSettled = async () => {
    await queryClient.invalidateQueries({ queryKey: recordKeys.selections(id) });
    await queryClient.invalidateQueries({ queryKey: recordKeys.record(id), exact: true });
  };
  const undo = useMutation({
    mutationFn: (ids: number[]) => server.call(api.deleteSelections, { params: { id }, body: ids }),
    onSettled,
  });
  const add = useMutation({
    mutationFn: (selections: { t0: number; t1: number; signals_version: number; exercise: string }[]) =>
      server.call(api.createSelections, { params: { id }, body: { selections } }),
    onSuccess: (made) => {
      const ids = made.map((one) => one.id);
      const action = { label: t('propose.undo'), run: () => undo.mutate(ids) };
      notify({ kind: 'success', text: t('propose.added', { count: made.length }), action });
    },
    onSettled,
  });
  return { add };
}
