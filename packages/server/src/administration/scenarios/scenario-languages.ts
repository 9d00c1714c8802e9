import type { CheckedSource, Refusal, ScenarioLanguage, Translated } from '@sillage/contract';

/** What a source says of itself. */
export interface SaidOfSource {
  readonly displayName: Translated;
  readonly comment: Translated | null;
  readonly classname: string | null;
  readonly isCalib: boolean;
}

/** What a source says of itself, whatever is wrong with the rest of it; null where it says nothing that can be read. */
export type DescribeSource = (language: ScenarioLanguage, source: string) => SaidOfSource | null;

/** Reads a source of either language: its parameters, or its problems. Runs nothing of it; refused when too many wait. */
export type CheckSource = (language: ScenarioLanguage, source: string) => Promise<CheckedSource | Refusal>;

/** The extension of a source's file. */
export const extensionOf = (language: ScenarioLanguage): string => `.${language}`;

/** `Mon saut.txt` → `MonSaut`: what ghosts and records name a program by. */
export function classnameOf(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  const joined = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
  return (/^[A-Za-z]/.test(joined) ? joined : `S${joined}`).slice(0, 60);
}
