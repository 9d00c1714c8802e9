import { mdiCancel } from '@mdi/js';
import { ApiError } from '@sillage/client';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOfProblem } from '../../../base/say-problem.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './network.module.css';

/** In the place of what could not be read: what the machine lacks, and what works instead; else what went wrong. */
export function Lacking({ problem }: { problem: unknown }): ReactNode {
  const { t } = useTranslation('settings');
  const sentence = sentenceOfProblem(problem, t('network.noAnswer'));
  if (!(problem instanceof ApiError && problem.status === 406)) return <p role="alert">{sentence}</p>;
  return (
    <div className={styles.lacking}>
      <Icon path={mdiCancel} />
      <div>
        <b>{t('network.unavailable')}</b>
        <p>{sentence}</p>
      </div>
    </div>
  );
}
