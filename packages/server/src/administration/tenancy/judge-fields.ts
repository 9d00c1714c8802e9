import { isDeepStrictEqual } from 'node:util';
import { type FieldRights, mayRead, mayWrite } from '@sillage/contract';
import type { Viewer } from '../../platform/http/index.ts';

/**
 * Fields of a body that the caller may not write. A value that is the present one passes where the caller reads it, so that
 * what was read can be put back.
 */
export function forbiddenFields<R extends FieldRights>(
  rights: R,
  { principal }: Pick<Viewer, 'principal'>,
  given: object,
  present: { readonly [F in keyof R]?: unknown },
  isOwn = false,
): (keyof R & string)[] {
  const values = new Map(Object.entries(given));
  return Object.keys(rights).filter((field) => {
    const value = values.get(field);
    if (value === undefined || rights[field]?.judgedByReach || mayWrite(rights, field, principal.roles, isOwn)) {
      return false;
    }
    return !(mayRead(rights, field, principal.roles) && isSame(value, present[field]));
  });
}

/** What of a body a new entity has when nobody says anything. */
export function startsOf<R extends FieldRights>(rights: R): { readonly [F in keyof R]?: unknown } {
  const starts = Object.entries(rights).map(([field, right]) => [field, right?.start]);
  // Every name is one of R's; `Object.fromEntries` forgets them.
  return Object.fromEntries(starts) as { readonly [F in keyof R]?: unknown };
}

/** Lists of ids and of roles have no order. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return isDeepStrictEqual(one, other);
  const [a, b] = [new Set<unknown>(one), new Set<unknown>(other)];
  return a.size === b.size && [...a].every((item) => b.has(item));
}
