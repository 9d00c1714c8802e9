import type { Role } from '@sillage/contract';
import type { Field, Row } from '../../../tables/table-definition.ts';

/** Who sets what coaches may not. */
export const aboveCoaches: readonly Role[] = ['Admin', 'Manager'];

/** Managers and administrators each write a comment of their own. */
export function reservedComments<R extends Row>(): Field<R>[] {
  return [
    { name: 'manager_comment', kind: 'longText', hint: 'manager_comment', roles: ['Manager'] },
    { name: 'admin_comment', kind: 'longText', hint: 'admin_comment', roles: ['Admin'] },
  ];
}
