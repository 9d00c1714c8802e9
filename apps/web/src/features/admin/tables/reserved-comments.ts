import type { Field, Row } from '../../../tables/table-definition.ts';

/** The comments of managers and of administrators, beside the one that all may read. */
export const reservedComments: readonly Field<Row>[] = [
  { name: 'manager_comment', kind: 'longText', hint: 'manager_comment' },
  { name: 'admin_comment', kind: 'longText', hint: 'admin_comment' },
];
