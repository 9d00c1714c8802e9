import type { AnalysisAbout, AnalysisOutcome, AnalysisWanted, Record, Translated } from '@sillage/contract';

/** An edge of a phase that can be placed by hand. */
export interface PhaseEdge {
  /** The parameter that places it. */
  readonly parameter: string;
  readonly event: string;
  readonly label: Translated;
  /** s */
  readonly at: number;
  readonly isMoved: boolean;
  /** Where the rule puts it, as far as it was seen. */
  readonly rule: number | undefined;
}

/**
 * In order of time; edges of events that were not found cannot be moved.
 * @param byRule what the rules would give
 * @param asked where edges were put: they stand there at once, while the numbers follow
 */
export function edgesOf(
  about: AnalysisAbout | undefined,
  outcome: AnalysisOutcome | undefined,
  byRule: AnalysisOutcome | undefined,
  asked: AnalysisWanted['parameters'] = {},
): PhaseEdge[] {
  if (about === undefined || outcome === undefined) return [];
  return Object.entries(about.parameters)
    .flatMap(([parameter, { edge }]) => {
      const ruled = byRule?.events.find(({ name }) => name === edge);
      // Put where the recording does not carry the analysis, it can still be put back.
      const event = outcome.events.find(({ name }) => name === edge) ?? ruled;
      const placed = asked[parameter];
      if (event === undefined) return [];
      const isMoved = typeof placed === 'number';
      const wasMoved = outcome.parameters[parameter]?.source === 'moved';
      const rule = ruled?.t ?? (wasMoved ? undefined : event.t);
      const at = isMoved ? placed : wasMoved ? (rule ?? event.t) : event.t;
      return [{ parameter, event: event.name, label: event.label, at, isMoved, rule }];
    })
    .sort((a, b) => a.at - b.at);
}

/** Edges do not cross: an edge stays a sample away from those beside it, and inside of what is analysed. */
export function placeBetween(
  edges: readonly PhaseEdge[],
  moved: string,
  wanted: number,
  outcome: AnalysisOutcome,
  step: number,
): number {
  const i = edges.findIndex(({ parameter }) => parameter === moved);
  const [before, after] = [edges[i - 1], edges[i + 1]];
  const least = before === undefined ? outcome.t0 : before.at + step;
  const most = after === undefined ? outcome.t1 : after.at - step;
  return Math.min(Math.max(wanted, least), Math.max(least, most));
}

/** s of one sample of what is analysed. */
export function sampleSeconds(record: Record, outcome: AnalysisOutcome | undefined): number {
  const [variable = ''] = Object.values(outcome?.inputs ?? {});
  const rate = record.modules[variable.slice(0, variable.indexOf('.'))]?.rate ?? 0;
  return rate > 0 ? 1 / rate : 0.001;
}

/** s; all edges, with a fifth of their span on either side. */
export function aroundEdges(edges: readonly PhaseEdge[], extent: { readonly from: number; readonly to: number }) {
  const times = edges.map(({ at }) => at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const room = Math.max(leastRoom, (last - first) / 5);
  return { from: Math.max(extent.from, first - room), to: Math.min(extent.to, last + room) };
}
/** s */
const leastRoom = 0.1;
