import { useTranslation } from 'react-i18next';
import { notify } from '../../base/notify.ts';
import { copyText } from '../../ui/copy-text.ts';

/** Copies a text and says so with `done`, or that the browser did not let it. */
export function useCopy(): (text: string, done: string) => Promise<void> {
  const { t } = useTranslation('record');
  return async (text, done) => {
    if (await copyText(text)) notify({ kind: 'default', text: done });
    else notify({ kind: 'warning', text: t('copyFailed') });
  };
}
