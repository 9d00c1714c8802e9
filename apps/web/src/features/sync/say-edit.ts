import type { SyncConflict } from '@sillage/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** What somebody wrote, as people read it: a text, that the row was deleted, or that it was edited as a whole. */
export function sayEdit(
  { is_gone: isGone, value }: Pick<SyncConflict['kept'], 'is_gone' | 'value'>,
  t: (key: string) => string,
): string {
  if (isGone) return t('gone');
  if (value === null) return t('edited');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The same, with who wrote it where that is known. */
export function sayWithWriter(
  edit: Pick<SyncConflict['kept'], 'is_gone' | 'value' | 'by'>,
  t: TFunction<'sync'>,
): string {
  const text = sayEdit(edit, t);
  return edit.by === null ? text : t('editBy', { text, name: edit.by });
}

/** What a field is called on screen; nothing for a row as a whole. */
export function useFieldName(): (field: string | null) => string | undefined {
  const { t, i18n } = useTranslation('sync');
  return (field) => {
    if (field === null) return undefined;
    return i18n.exists(`sync:field.${field}`) ? t(`field.${field}`) : field;
  };
}
