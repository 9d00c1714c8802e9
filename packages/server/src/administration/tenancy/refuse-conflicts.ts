import { isDeepStrictEqual } from 'node:util';
import { type FieldRule, type Refusal, refuse } from '@sillage/contract';

/** A field that breaks a rule which only the server can judge. */
export function brokenField(path: string, rule: FieldRule): Refusal {
  return refuse('request.invalid', {}, { [path]: rule });
}

/** Fields that the caller's role may not say: not allowed, and forms mark which. Nothing of the body is done. */
export function deniedFields(paths: readonly string[]): Refusal | undefined {
  if (paths.length === 0) return undefined;
  const code: FieldRule = 'forbidden';
  return refuse('permission.denied', {}, Object.fromEntries(paths.map((path) => [path, code])));
}

/** Refuses to change fields that nobody changes; given as they are, they pass, so that what was read can be put back. */
export function refuseFixed(fixed: object, given: Readonly<Record<string, unknown>>): Refusal | undefined {
  const code: FieldRule = 'fixed';
  const changed = Object.entries(fixed).filter(
    ([field, value]) => given[field] !== undefined && !isDeepStrictEqual(given[field], value),
  );
  if (changed.length === 0) return undefined;
  return refuse('request.invalid', {}, Object.fromEntries(changed.map(([field]) => [field, code])));
}

const uniqueViolation = '23505';

/**
 * Runs a write; one that breaks a unique index is refused as a conflict on the field. The database is the judge, so two
 * requests at once cannot both pass.
 */
export async function conflictOf<T>(field: string, write: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await write();
  } catch (problem) {
    if (codeOf(problem) === uniqueViolation) return refuse('entity.conflict', { field }, { [field]: 'taken' });
    throw problem;
  }
}

/** PostgreSQL's code; drizzle wraps the driver's error. */
function codeOf(problem: unknown): unknown {
  if (!(problem instanceof Error)) return undefined;
  return 'code' in problem ? problem.code : codeOf(problem.cause);
}
