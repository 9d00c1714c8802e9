import { mdiCheckCircleOutline, mdiHelpCircleOutline, mdiHistory, mdiLightningBoltOutline } from '@mdi/js';
import { isRecording } from '@sillage/domain';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatDate } from '../../base/use-format-date.ts';
import { useLiveLink } from '../../live/live.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { formatChrono } from '../../ui/chrono.ts';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './what-is-known.module.css';

/** While the link is lost: what is certain, what nobody here can know, and what comes back. */
export function WhatIsKnown({ devices }: { devices: readonly LiveDevice[] }): ReactNode {
  const { t } = useTranslation('realtime');
  const { heardAtMs } = useLiveLink();
  const second = useFormatDate('second');
  const now = useNow(true);
  const headingId = useId();
  const silentMs = Math.max(0, performance.now() - heardAtMs);
  const since = formatChrono(Math.floor(silentMs / 1000), 0);
  const count = devices.filter(({ state }) => isRecording(state, { starting: true, recovery: true })).length;
  const recorded = count > 0;
  return (
    <aside className={styles.known} aria-labelledby={headingId}>
      <header className={styles.head}>
        <h2 id={headingId}>{t('known.title')}</h2>
        <span>{t('known.last', { time: second(new Date(now - silentMs).toISOString()) })}</span>
      </header>
      <Known
        icon={mdiCheckCircleOutline}
        title={t('known.certain')}
        said={recorded ? [t('known.aboard', { count }), t('known.written')] : [t('known.noneRecorded')]}
      />
      <Known
        icon={mdiHelpCircleOutline}
        title={t('known.unknown', { since })}
        said={[t('known.values'), ...(recorded ? [t('known.stillReceived'), t('known.ended')] : [])]}
      />
      <Known icon={mdiLightningBoltOutline} title={t('known.commands')} said={[t('known.noneSent')]} />
      <Known
        icon={mdiHistory}
        title={t('known.back')}
        said={[t('known.byItself'), ...(recorded ? [t('known.askedAgain')] : [])]}
      />
    </aside>
  );
}

function Known(props: { icon: string; title: string; said: readonly string[] }): ReactNode {
  return (
    <>
      <h3 className={styles.title}>
        <Icon path={props.icon} size={18} />
        {props.title}
      </h3>
      <ul className={styles.said}>
        {props.said.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}
