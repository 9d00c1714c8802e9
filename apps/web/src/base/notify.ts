import { ApiError, NetworkError } from '@sillage/client';
import { type ErrorBody, fieldSentence, type Translated } from '@sillage/contract';
import { create } from 'zustand';
import { useAppearance } from './appearance.ts';
import { resetWhenSignedOut } from './forget-user.ts';

/** `default`: something that was done, without a judgement. */
export type NoticeKind = 'success' | 'error' | 'warning' | 'info' | 'default';

export interface Notice {
  readonly kind: NoticeKind;
  readonly text: string;
  /** A link at the right of the text. */
  readonly link?: { readonly label: string; readonly to: string };
  /** A button at the right of the text; pressing it closes the toast. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface Notices {
  /** Notices that the toast container, loaded at the first one, has not shown yet. */
  readonly waiting: readonly Notice[];
  readonly started: boolean;
}

export const useNotices = create<Notices>()(() => ({ waiting: [], started: false }));

resetWhenSignedOut(() => useNotices.setState({ waiting: [] }));

/** Shows a toast at the bottom centre; the same one is never shown twice at a time, unless it has a button. */
export function notify(notice: Notice): void {
  useNotices.setState(({ waiting }) => ({ waiting: [...waiting, notice], started: true }));
}

/** The sentence of a translated text in the language of the page. */
export function inPageLanguage(text: Translated): string {
  return text[useAppearance.getState().language];
}

/**
 * What a refusal says where no field of a form can be marked: of fields that break a rule the rules, in words, since their
 * names are the program's.
 */
export function sentenceOfRefusal({ code, message, fields = {} }: ErrorBody): string {
  const sentence = inPageLanguage(message);
  if (code !== 'request.invalid') return sentence;
  const rules = new Set(Object.values(fields).map((rule) => inPageLanguage(fieldSentence(rule))));
  return rules.size === 0 ? sentence : `${sentence} (${[...rules].join(' · ')})`;
}

/** What the server said of a call that failed; `otherwise` where it said nothing. */
export function sentenceOfProblem(problem: unknown, otherwise: string): string {
  return problem instanceof ApiError ? inPageLanguage(problem.body.message) : otherwise;
}

const networkNotice = {
  fr: { text: 'L’application ne répond pas.', label: 'En savoir plus' },
  en: { text: 'The app is not responding.', label: 'More info' },
} as const;

/** Tells what went wrong with a call: the server's sentence, or that the network is away. */
export function notifyProblem(problem: unknown): void {
  if (problem instanceof NetworkError) {
    const { text, label } = networkNotice[useAppearance.getState().language];
    notify({ kind: 'error', text, link: { label, to: '/network_error' } });
  } else if (problem instanceof ApiError && problem.status !== 401) {
    notify({ kind: 'error', text: sentenceOfRefusal(problem.body) });
  }
}

const failureSentence = {
  fr: 'L’action n’a pas abouti. Rechargez la page puis réessayez.',
  en: 'The action did not succeed. Reload the page and try again.',
} as const;

/** Tells what went wrong with something that a person did: whatever the problem is, unless the action was given up. */
export function notifyFailedAction(problem: unknown): void {
  if (problem instanceof NetworkError || problem instanceof ApiError) notifyProblem(problem);
  else if (!(problem instanceof Error && problem.name === 'AbortError'))
    notify({ kind: 'error', text: inPageLanguage(failureSentence) });
}
