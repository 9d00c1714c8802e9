import { useTranslation } from 'react-i18next';
import { useRoleContext } from '../base/role-context.ts';

/**
 * The sentences of a table: `w('column.name')` is `users.column.name` of admin.json, or the common one; where a role has
 * words of its own, `users.title_Coach`.
 */
export function useTableWords(table: string): (key: string, values?: Record<string, unknown>) => string {
  const { t } = useTranslation('admin');
  const context = useRoleContext();
  return (key, values) => t([`${table}.${key}`, `common.${key}`], { ...context, ...values });
}

/** What a field is called, also one that the form does not show: as its field, its column, or one that has no name here. */
export function useFieldWords(table: string): (path: string) => string {
  const { t } = useTranslation('admin');
  return (path) => {
    const [name = ''] = path.split('.', 1);
    const places = [`${table}.field`, 'common.field', `${table}.column`, 'common.column'];
    return t([...places.map((place) => `${place}.${name}`), 'common.otherField']);
  };
}
