import { isDeepStrictEqual } from 'node:util';
import { type FieldRights, mayRead, mayWrite } from '@sillage/contract';
import type { Viewer } from '../../platform/http/index.ts';

type Asking = Pick<Viewer, 'principal'>;

/**
 * Fields of a body that the caller may not write. A value that is the present one passes where the caller reads it, so that
 * what was read can be put back.
 */
export function forbiddenFields<R extends FieldRights>(
  rights: R,
  { principal }: Asking,
  given: object,
  present: { readonly [F in keyof R]?: unknown },
  isOwn = false,
): string[] {
  const { roles } = principal;
  return Object.entries(given)
    .filter(([field, value]) => isReserved(rights, field, value) && !mayWrite(rights, field, roles, isOwn))
    .filter(([field, value]) => !(mayRead(rights, field, roles) && isSame(value, present[field])))
    .map(([field]) => field);
}

/** Fields of a new entity that the caller may not choose. What it has anyway tells nothing, whoever says it. */
export function forbiddenInNew(rights: FieldRights, { principal }: Asking, given: object): string[] {
  return Object.entries(given)
    .filter(([field, value]) => isReserved(rights, field, value) && !mayWrite(rights, field, principal.roles))
    .filter(([field, value]) => !isSame(value, rights[field]?.start))
    .map(([field]) => field);
}

/** Whether the table of rights judges a field that is given. */
function isReserved(rights: FieldRights, field: string, value: unknown): boolean {
  const right = Object.hasOwn(rights, field) ? rights[field] : undefined;
  return value !== undefined && right !== undefined && !right.judgedByReach;
}

/** Lists of ids and of roles have no order. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return isDeepStrictEqual(one, other);
  const [a, b] = [new Set<unknown>(one), new Set<unknown>(other)];
  return a.size === b.size && [...a].every((item) => b.has(item));
}
