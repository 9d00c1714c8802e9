import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenView } from '../../base/open-view.ts';
import { views } from '../../base/remembered-view.ts';
import { Page } from '../../frame/page.tsx';
import { LoadingRows } from '../../tables/list-states.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
import styles from './index.module.css';
import { SectionChoice, SectionList } from './section-list.tsx';
import { sectionOf } from './sections.ts';

/** The administration: its sections at the left, the open one beside. */
export default function AdminScreen(): ReactNode {
  const { t } = useTranslation(['admin', 'app']);
  const phone = useScreenSize() === 'phone';
  const open = useOpenView('admin', views.admin);
  const section = open && sectionOf(open);
  if (section === undefined) return null;
  const word = t(`app:views.admin.${section.name}`);
  return (
    <Page
      title={phone ? t('app:nav.admin') : word}
      tabTitle={word}
      {...(!phone && { parents: [{ label: t('app:nav.admin'), to: '/admin' as const }] })}
    >
      <div className={styles.split}>
        <SectionList current={section} />
        <div className={styles.section}>
          <SectionChoice current={section} />
          <div className={styles.content}>
            <Suspense
              fallback={
                <div className={styles.loading}>
                  <LoadingRows />
                </div>
              }
            >
              <section.Screen />
            </Suspense>
          </div>
        </div>
      </div>
    </Page>
  );
}
