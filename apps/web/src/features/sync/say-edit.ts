import type { Language, SyncConflict } from '@sillage/contract';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { dayAlone, useFormatDate } from '../../base/use-format-date.ts';

type Edit = Pick<SyncConflict['kept'], 'is_gone' | 'value' | 'value_name'>;

/** Whether a field holds a day or a moment. */
const isOfTime = (field: string) => field.endsWith('_at') || field === 'calibrated_date';

/** Whether people wrote its words, of which the differences are shown. */
export function isText<E extends Edit>(edit: E, field: string | null): edit is E & { readonly value: string } {
  return typeof edit.value === 'string' && edit.value_name === null && (field === null || !isOfTime(field));
}

/** With all digits that there are: two that differ do not look alike. */
const writeNumber = (value: number, language: Language) =>
  new Intl.NumberFormat(language, { maximumSignificantDigits: 17 }).format(value).replace('-', '−');

/**
 * What somebody wrote, as people read it: a text, a number, a moment, what a reference names, that the row was deleted, or that
 * it was edited as a whole. A field of null: of the row as a whole.
 */
export function useSayEdit(): (edit: Edit, field: string | null) => string {
  const { t } = useTranslation('sync');
  const language = useAppearance((appearance) => appearance.language);
  const [day, moment] = [useFormatDate('day'), useFormatDate('exact')];
  return ({ is_gone: isGone, value, value_name: name }, field) => {
    if (isGone) return t('gone');
    if (field === null) return t('edited');
    if (name !== null) return name === '' ? t('value.unknown') : name;
    if (value === null || value === '') return t('value.none');
    if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
    if (typeof value === 'number') return writeNumber(value, language);
    if (typeof value !== 'string') return JSON.stringify(value);
    if (!isOfTime(field) || Number.isNaN(Date.parse(value))) return value;
    return dayAlone.test(value) ? day(value) : moment(value);
  };
}

/** The same, with who wrote it where that is known. */
export function useSayWithWriter(): (edit: Edit & Pick<SyncConflict['kept'], 'by'>, field: string | null) => string {
  const { t } = useTranslation('sync');
  const sayEdit = useSayEdit();
  return (edit, field) => {
    const text = sayEdit(edit, field);
    return edit.by === null ? text : t('editBy', { text, name: edit.by });
  };
}

/** What a field is called on screen; nothing for a row as a whole. */
export function useFieldName(): (field: string | null) => string | undefined {
  const { t, i18n } = useTranslation('sync');
  return (field) => {
    if (field === null) return undefined;
    return i18n.exists(`sync:field.${field}`) ? t(`field.${field}`) : field;
  };
}
