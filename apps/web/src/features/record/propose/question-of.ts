import type { ProposalKind, SelectionQuestion } from '@sillage/contract';
import type { TimeWindow } from '../../../charts/time-window.ts';

/** What somebody looks for; what they do not say the server chooses. */
export interface ProposalDraft {
  readonly kind: ProposalKind;
  readonly variable?: string | undefined;
  readonly threshold?: number | undefined;
  readonly leastSeconds?: number | undefined;
  /** s; when the way lies on the line. */
  readonly line?: number | undefined;
  readonly stepMetres: number;
  readonly stepSeconds: number;
  /** Where it is looked for; all of the record unless given. */
  readonly part?: TimeWindow | undefined;
}

export const firstDraft: ProposalDraft = { kind: 'effort', stepMetres: 500, stepSeconds: 60 };

/** Another kind, or another variable, has another threshold. */
export function changeDraft(draft: ProposalDraft, some: Partial<ProposalDraft>): ProposalDraft {
  const isOther = 'kind' in some || 'variable' in some;
  return {
    ...draft,
    ...(isOther && { threshold: undefined }),
    ...('kind' in some && { variable: undefined, leastSeconds: undefined }),
    ...some,
  };
}

export function questionOf(draft: ProposalDraft): SelectionQuestion {
  const within = draft.part && { t0: Math.max(0, draft.part.from), t1: draft.part.to };
  switch (draft.kind) {
    case 'effort':
    case 'still':
      return {
        kind: draft.kind,
        ...within,
        variable: draft.variable,
        threshold: draft.threshold,
        least_seconds: draft.leastSeconds,
      };
    case 'lap':
      return { kind: 'lap', ...within, line: draft.line };
    case 'metres':
      return { kind: 'metres', ...within, step: draft.stepMetres };
    case 'seconds':
      return { kind: 'seconds', ...within, step: draft.stepSeconds };
  }
}
