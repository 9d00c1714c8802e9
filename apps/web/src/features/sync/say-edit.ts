import type { SyncConflict } from '@sillage/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

type Edit = Pick<SyncConflict['kept'], 'is_gone' | 'value' | 'value_name'>;

/**
 * What somebody wrote, as people read it: a text, what a reference names, that the row was deleted, or that it was edited as a whole.
 * @param field null: of the row as a whole
 */
export function sayEdit(
  { is_gone: isGone, value, value_name: name }: Edit,
  field: string | null,
  t: TFunction<'sync'>,
): string {
  if (isGone) return t('gone');
  if (field === null) return t('edited');
  if (name !== null) return name === '' ? t('value.unknown') : name;
  if (value === null || value === '') return t('value.none');
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The same, with who wrote it where that is known. */
export function sayWithWriter(
  edit: Edit & Pick<SyncConflict['kept'], 'by'>,
  field: string | null,
  t: TFunction<'sync'>,
): string {
  const text = sayEdit(edit, field, t);
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
