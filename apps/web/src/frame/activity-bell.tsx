import { mdiBellOutline } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../base/load-part.ts';
import { isUnfinished, useMyTasks } from '../base/my-tasks.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './activity-bell.module.css';
import { seeNews, useNews } from './news.ts';

const ActivityMenu = lazyPart(() => import('./activity-menu.tsx'));

/** How many of this browser's tasks run, and how many failed. */
export function useActivityCounts(): { running: number; failed: number } {
  const tasks = useMyTasks();
  return {
    running: tasks.filter(isUnfinished).length,
    failed: tasks.filter(({ executing_str }) => executing_str === 'Error').length,
  };
}

/** What the server is doing, for this browser first. */
export function ActivityBell(): ReactNode {
  const { t } = useTranslation('app');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { running, failed } = useActivityCounts();
  const unseen = useNews((news) => news.unseen);
  const facts = [
    running > 0 && t('activity.running', { count: running }),
    failed > 0 && t('activity.failed', { count: failed }),
    unseen > 0 && t('activity.news', { count: unseen }),
  ].filter((fact) => fact !== false);
  const label = facts.length === 0 ? t('activity.title') : `${t('activity.title')} – ${facts.join(', ')}`;
  return (
    <>
      <IconButton
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        className={styles.bell ?? ''}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          seeNews();
        }}
      >
        <Icon path={mdiBellOutline} />
        {facts.length > 0 && <span className={`${styles.dot} ${failed > 0 && running === 0 ? styles.failed : ''}`} />}
      </IconButton>
      <Suspense>{anchor && <ActivityMenu anchor={anchor} onClose={() => setAnchor(null)} />}</Suspense>
    </>
  );
}
