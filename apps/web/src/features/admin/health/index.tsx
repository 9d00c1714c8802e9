import { mdiAlertOutline, mdiCheckCircleOutline } from '@mdi/js';
import { api, type Health } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServer } from '../../../base/services.tsx';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { LoadingFailed, LoadingRows } from '../../../tables/list-states.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { DeviceTable } from './device-table.tsx';
import { Figures } from './figures.tsx';
import { findProblems } from './find-problems.ts';
import styles from './health.module.css';
import { ServerFacts, ToDo } from './to-do.tsx';

/** ms between two looks. */
const everyMilliseconds = 5000;

/** How the server does, and what an administrator should do. */
export default function HealthScreen(): ReactNode {
  const server = useServer();
  const { data, error, refetch } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => server.call(api.readHealth, { signal }),
    staleTime: 0,
    refetchInterval: everyMilliseconds,
    meta: { quiet: true },
  });
  if (data === undefined && error !== null) return <LoadingFailed problem={error} onRetry={() => void refetch()} />;
  return data === undefined ? <LoadingRows /> : <HealthPage health={data} isStale={error !== null} />;
}

/** What was measured; `isStale` when the server no longer answers. */
function HealthPage({ health, isStale }: { health: Health; isStale: boolean }): ReactNode {
  const { t } = useTranslation('admin');
  const time = useFormatDate('second');
  const problems = findProblems(health);
  const isGood = problems.length === 0 && !isStale;
  const word = isStale
    ? t('health.unreachable')
    : isGood
      ? t('health.allGood')
      : t('health.toDo', { count: problems.length });
  return (
    <section className={styles.page}>
      <header className={styles.head}>
        <h2>{t('health.title')}</h2>
        <span className={isGood ? styles.good : styles.warn} role="status">
          <Icon path={isGood ? mdiCheckCircleOutline : mdiAlertOutline} size={16} />
          {word}
        </span>
        <span className={styles.measured}>{t('health.measured', { time: time(health.measured) })}</span>
      </header>
      <Figures health={health} />
      <div className={styles.two}>
        <ToDo problems={problems} />
        <ServerFacts health={health} />
      </div>
      <DeviceTable counts={health.counts} />
    </section>
  );
}
