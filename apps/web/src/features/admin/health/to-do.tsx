import { mdiAlertOutline, mdiCheckCircleOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import type { Health, HealthCount } from '@sillage/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { useFormatDate } from '../../../base/use-format-date.ts';
import { formatNumber } from '../../../ui/format-number.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Problem } from './find-problems.ts';
import styles from './health.module.css';
import { useReason } from './use-reason.ts';

/** What is wrong in words, and what to do about it. */
export function ToDo({ problems }: { problems: readonly Problem[] }): ReactNode {
  const { t } = useTranslation('admin');
  const say = useSentence();
  return (
    <section className={styles.block}>
      <h3>{t('health.toDoTitle')}</h3>
      <ul>
        {problems.length === 0 && (
          <li>
            <Icon path={mdiCheckCircleOutline} size={18} />
            <span>{t('health.nothingToDo')}</span>
          </li>
        )}
        {problems.map((problem) => (
          <li key={keyOf(problem)} className={styles.wrong}>
            <Icon path={mdiAlertOutline} size={18} />
            <span>{say(problem)}</span>
            {(problem.kind === 'noBackup' || problem.kind === 'oldBackup') && (
              <Button component={Link} to="/admin/backup" size="small">
                {t('health.toBackups')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const keyOf = (problem: Problem) =>
  [problem.kind, 'part' in problem ? problem.part : '', hasDevice(problem) ? problem.count.device : ''].join(' ');

type OfDevice = Extract<Problem, { count: HealthCount }>;
const hasDevice = (problem: Problem): problem is OfDevice => 'count' in problem && typeof problem.count !== 'number';

function useSentence(): (problem: Problem) => string {
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  const sayReason = useReason();
  const moment = useFormatDate('moment');
  return (problem) => {
    switch (problem.kind) {
      case 'missing':
        return t(`health.problem.missing.${problem.part}`);
      case 'diskFull':
      case 'diskLow':
      case 'noBackup':
        return t(`health.problem.${problem.kind}`);
      case 'journalsFull':
      case 'journalsFailing':
      case 'connectionsAtLimit':
        return t(`health.problem.${problem.kind}`, { count: problem.count });
      case 'crashed':
        return t('health.problem.crashed', { count: problem.count, moment: moment(problem.last) });
      case 'unsynced':
        return t('health.problem.unsynced', { seconds: formatNumber(problem.seconds, 1, language) });
      case 'oldBackup':
        return t('health.problem.oldBackup', { count: problem.days });
      case 'twoPrograms':
      case 'metaRefused':
      case 'blocksRefused': {
        const { device, device_name, count, reason } = problem.count;
        const name = device_name ?? device;
        return t(`health.problem.${problem.kind}`, { name, count, reason: sayReason(reason) });
      }
    }
  };
}

/** The program and what it stands on. */
export function ServerFacts({ health }: { health: Health }): ReactNode {
  const { t } = useTranslation('admin');
  const moment = useFormatDate('moment');
  const parts = (['database', 'broker', 'journal'] as const).map((part) => ({
    name: t(`health.part.${part}`),
    isThere: !health.missing.includes(part),
    words: part === 'journal' ? (['writable', 'notWritable'] as const) : (['there', 'away'] as const),
  }));
  return (
    <section className={styles.block}>
      <h3>{t('health.server')}</h3>
      <dl className={styles.facts}>
        {parts.map(({ name, isThere, words }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isThere ? styles.good : styles.warn}>
              <Icon path={isThere ? mdiCheckCircleOutline : mdiAlertOutline} size={16} />
              {t(`health.${words[isThere ? 0 : 1]}`)}
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('health.version')}</dt>
          <dd>{health.version}</dd>
        </div>
        <div>
          <dt>{t('health.started')}</dt>
          <dd>{moment(health.started)}</dd>
        </div>
        <div>
          <dt>{t('health.crashes')}</dt>
          <dd className={health.crashes.count === 0 ? undefined : styles.warn}>
            {health.crashes.last === null
              ? t('health.noCrash')
              : t('health.crashed', { count: health.crashes.count, moment: moment(health.crashes.last) })}
          </dd>
        </div>
      </dl>
    </section>
  );
}
