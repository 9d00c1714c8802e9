import { ApiError } from '@sillage/client';
import {
  type AnalysisAbout,
  type AnalysisOutcome,
  type AnalysisWanted,
  api,
  type Record,
  type Selection,
} from '@sillage/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useAppearance } from '../../../base/appearance.ts';
import { sentenceOfRefusal } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import type { TimeWindow } from '../../../charts/time-window.ts';
import { recordKeys } from '../../../records/record-queries.ts';
import { useSettled } from '../../../ui/use-settled.ts';
import type { RecordViewState } from '../use-record-view.ts';
import type { AnalysedPart, AnalysisChoice } from './analysis-choice.ts';
import { edgesOf, type PhaseEdge, placeBetween, sampleSeconds } from './analysis-edges.ts';
import { type MarkedSamples, markedSamples } from './marked-samples.ts';
import { type KeptResults, useKeptResults } from './use-kept-results.ts';

/** An analysis of the record that is open, while somebody looks at it. */
export interface AnalysisRun {
  readonly choice: AnalysisChoice;
  /** Undefined until they are known. */
  readonly offered: readonly AnalysisAbout[] | undefined;
  readonly about: AnalysisAbout | undefined;
  readonly outcome: AnalysisOutcome | undefined;
  /** What the rules would give, where an edge was moved. */
  readonly byRule: AnalysisOutcome | undefined;
  /** Whether every role that is needed has its variable. */
  readonly canRun: boolean;
  readonly isRunning: boolean;
  /** Why there is no outcome: not for what the recording is, but for what was asked. */
  readonly problem: string | undefined;
  /** Drawn on the curves; none while nobody looks. */
  readonly phases: AnalysisOutcome['phases'];
  readonly activePhase: number | undefined;
  /** Edges of its phases that can be moved. */
  readonly edges: readonly PhaseEdge[];
  /** s of a sample. */
  readonly step: number;
  readonly kept: KeptResults;
  /** What is asked besides the analysis, to be kept so. */
  readonly asked: Omit<AnalysisWanted, 'analysis'>;
  /** Puts an edge somewhere, in s; undefined: where the rule does. */
  moveEdge(parameter: string, seconds: number | undefined): void;
  /** Puts all edges where the rules do. */
  resetEdges(): void;
  /** Takes the last move back. */
  undoEdge(): void;
  choose(some: Partial<AnalysisChoice>): void;
  pointAt(phase: number | undefined): void;
  /** The number that is explained; one at a time. */
  readonly explained: string | undefined;
  explain(output: string | undefined): void;
  /** What it is computed of; none while nobody looks. */
  readonly marked: MarkedSamples | undefined;
  /** Whether somebody looks at it. */
  readonly isShown: boolean;
  show(isShown: boolean): void;
}

/** A window is analysed once it rests. */
const restMilliseconds = 200;
const noPhases: AnalysisOutcome['phases'] = [];
const atFirst: AnalysisChoice = { part: 'whole', parameters: {}, inputs: {} };

export function useAnalysisRun(record: Record, view: RecordViewState, selections: readonly Selection[]): AnalysisRun {
  const [isShown, show] = useState(false);
  const [said, setChoice] = useState<AnalysisChoice>();
  const [activePhase, pointAt] = useState<number>();
  const [explained, explain] = useState<string>();
  const language = useAppearance((appearance) => appearance.language);
  const server = useServer();
  const { id, signals_version } = record;
  const listed = useQuery({
    queryKey: [...recordKeys.record(id), 'analyses', signals_version],
    queryFn: ({ signal }) => server.call(api.listAnalyses, { params: { id }, signal }),
    enabled: isShown,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const kept = useKeptResults(record, isShown, listed.data);
  const choice = said ?? kept.first ?? atFirst;
  const about = aboutOf(listed.data, choice.analysis);
  const shown = useSettled(view.history.present, restMilliseconds);
  const bounds = about?.has_trials ? {} : boundsOf(choice.part, shown, selections);
  const { preset, parameters } = choice;
  const chosen = about && inputsOf(about, choice.inputs);
  const trials = choice.trials && [...choice.trials];
  const asked = { ...bounds, signals_version, preset, parameters, trials, inputs: chosen };
  const body = chosen && { ...asked, analysis: about.id };
  const run = useQuery({
    queryKey: [...recordKeys.record(id), 'analysis', body],
    queryFn: ({ signal }) => server.call(api.runAnalysis, { params: { id }, body: body ?? { analysis: '' }, signal }),
    enabled: isShown && body !== undefined && kept.isKnown,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const outcome = run.data?.analysis === about?.id && body ? run.data : undefined;
  const isEdge = (name: string) => about?.parameters[name]?.edge !== undefined;
  const withoutEdges = (which: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(parameters).filter(([name]) => !which(name)));
  const isMoved = Object.keys(parameters).some(isEdge);
  const ruled = body && { ...body, parameters: withoutEdges(isEdge) };
  // Where nobody moved an edge it is the same question, which was asked before.
  const unmoved = useQuery({
    queryKey: [...recordKeys.record(id), 'analysis', ruled],
    queryFn: ({ signal }) => server.call(api.runAnalysis, { params: { id }, body: ruled ?? { analysis: '' }, signal }),
    enabled: isShown && isMoved && ruled !== undefined && kept.isKnown,
    meta: { quiet: true },
  });
  const byRule = isMoved ? unmoved.data : outcome;
  const edges = useMemo(() => edgesOf(about, outcome, byRule, parameters), [about, outcome, byRule, parameters]);
  const step = sampleSeconds(record, outcome);
  const marked = useMemo(
    () => (isShown ? markedSamples(about, outcome, explained, language) : undefined),
    [isShown, about, outcome, explained, language],
  );
  const [before, setBefore] = useState<readonly AnalysisChoice['parameters'][]>([]);
  const place = (placed: AnalysisChoice['parameters']) => {
    setBefore([...before, parameters].slice(-mostUndone));
    setChoice({ ...choice, parameters: placed });
  };
  return {
    ...{
      byRule: isMoved ? byRule : undefined,
      edges,
      step,
      kept,
      asked,
    },
    moveEdge(parameter, seconds) {
      if (outcome === undefined) return;
      if (seconds === undefined) return place(withoutEdges((name) => name === parameter));
      const at = placeBetween(edges, parameter, seconds, outcome, step);
      place({ ...parameters, [parameter]: Math.round(at * 1e6) / 1e6 });
    },
    resetEdges: () => place(withoutEdges(isEdge)),
    undoEdge() {
      const last = before.at(-1);
      if (last === undefined) return;
      setBefore(before.slice(0, -1));
      setChoice({ ...choice, parameters: last });
    },
    ...{ isShown, choice, about, outcome, activePhase, pointAt, show, explained, explain, marked },
    offered: listed.data,
    canRun: body !== undefined,
    isRunning: run.isFetching,
    problem: run.error instanceof ApiError ? sentenceOfRefusal(run.error.body) : undefined,
    phases: isShown && run.error === null ? (outcome?.phases ?? noPhases) : noPhases,
    choose(some) {
      pointAt(undefined);
      if (some.analysis !== undefined) explain(undefined);
      // What was said of one analysis means nothing to another.
      const kept = some.analysis === undefined ? choice : { ...atFirst, part: choice.part };
      setChoice({ ...kept, ...some });
    },
  };
}

/** Moves that can be taken back. */
const mostUndone = 100;

function aboutOf(offered: readonly AnalysisAbout[] | undefined, wanted: string | undefined) {
  if (wanted !== undefined) return offered?.find(({ id }) => id === wanted);
  return offered?.find(({ fits }) => fits);
}

/** The variable of each role that has one; undefined while one is missing. */
function inputsOf({ inputs }: AnalysisAbout, said: AnalysisChoice['inputs']) {
  const given = Object.entries(inputs).map(([role, { variable, optional }]) => {
    const name = said[role] ?? variable ?? '';
    return { role, name, isMissing: name === '' && !optional };
  });
  const chosen = given.filter(({ name }) => name !== '');
  if (chosen.length === 0 || given.some(({ isMissing }) => isMissing)) return undefined;
  return Object.fromEntries(chosen.map(({ role, name }) => [role, name]));
}

function boundsOf(part: AnalysedPart, shown: TimeWindow, selections: readonly Selection[]) {
  if (part === 'whole') return {};
  if (part === 'shown') return { t0: Math.max(0, shown.from), t1: shown.to };
  if (typeof part === 'object') return { t0: part.t0, t1: part.t1 };
  const selection = selections.find(({ id }) => id === part);
  return selection === undefined ? {} : { t0: selection.t0, t1: selection.t1 };
}
