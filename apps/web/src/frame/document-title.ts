import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { useRecordClock } from './recording.tsx';

const usePageTitle = create<{ readonly title: string }>()(() => ({ title: '' }));

/** Names the tab after the screen, while mounted. */
export function useTitleOfPage(title: string): void {
  useEffect(() => usePageTitle.setState({ title }), [title]);
}

/** Writes the tab's title: the screen, or while devices record since when they do. Once, in the frame. */
export function useDocumentTitle(): void {
  const { t } = useTranslation('app');
  const { title } = usePageTitle();
  const clock = useRecordClock();
  useEffect(() => {
    document.title = `${clock === undefined ? title : `● ${clock}`} – ${t('product')}`;
  }, [title, clock, t]);
}
