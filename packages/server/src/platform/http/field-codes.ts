// By which zod names a field that is not there `required`.
import { isLibraryCode } from '@sillage/contract';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Fields that are told; who breaks more of them sees the rest afterwards. */
const mostFields = 100;

/** Path of a field → code of the rule it breaks: the schema's own code (`email`, `required`, …) or the library's. */
export function fieldCodes(issues: readonly Issue[]): Record<string, string> {
  const entries = issues.slice(0, mostFields).flatMap((issue) => codesOf(issue, []).slice(0, mostFields));
  return Object.fromEntries(entries.reverse());
}

function codesOf(issue: Issue, parents: readonly PropertyKey[]): [path: string, code: string][] {
  const path = [...parents, ...issue.path];
  if (issue.code === 'invalid_union' && ownCode(issue) === undefined) {
    const inner = codesOfBranches(issue.errors, path);
    if (inner !== undefined) return inner;
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, mostFields).map((key) => [[...path, key].map(String).join('.'), 'unknown']);
  }
  return [[path.map(String).join('.'), ownCode(issue) ?? (isLibraryCode(issue.code) ? issue.code : 'invalidFormat')]];
}

/**
 * What a union says: the rule that all its branches agree on, or that of the only branch that judged the value, the
 * others having refused its very type. Undefined when the branches differ.
 */
function codesOfBranches(branches: readonly Issue[][], path: readonly PropertyKey[]): [string, string][] | undefined {
  const judging = branches.filter((issues) => !issues.every(isWrongKind));
  const said = (judging.length > 0 ? judging : branches).map((issues) => issues.flatMap((one) => codesOf(one, path)));
  const [first, ...others] = said;
  const agree = first !== undefined && others.every((one) => JSON.stringify(one) === JSON.stringify(first));
  return agree ? first : undefined;
}

/** Another type or another literal than this branch takes, at the union's own place. */
function isWrongKind(issue: Issue): boolean {
  const ownType = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  return issue.path.length === 0 && ownType && ownCode(issue) === undefined;
}

/** A code that a schema gives as its message; zod's own messages are sentences. */
function ownCode({ message }: Issue): string | undefined {
  return /^[a-z][\w.]*$/i.test(message) ? message : undefined;
}
