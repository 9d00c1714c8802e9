import { rank } from '@sillage/contract';
import { useTranslation } from 'react-i18next';
import { useUser } from '../base/services.tsx';

/**
 * The sentences of a table: `w('column.name')` is `users.column.name` of admin.json, or the common one; where a role has
 * words of its own, `users.title_Coach`.
 */
export function useTableWords(table: string): (key: string, values?: Record<string, unknown>) => string {
  const { t } = useTranslation('admin');
  const context = rank(useUser().roles);
  return (key, values) => t([`${table}.${key}`, `common.${key}`], { context, ...values });
}
