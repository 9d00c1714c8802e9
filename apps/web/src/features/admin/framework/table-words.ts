import { useTranslation } from 'react-i18next';

/** The sentences of a table: `w('column.name')` is `users.column.name` of admin.json, or the common one. */
export function useTableWords(table: string): (key: string, values?: Record<string, unknown>) => string {
  const { t } = useTranslation('admin');
  return (key, values) => t([`${table}.${key}`, `common.${key}`], { ...values });
}
