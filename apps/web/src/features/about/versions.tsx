import { mdiAlertCircleOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackendInfoQuery } from '../../base/backend-info.ts';
import { useServices } from '../../base/services.tsx';
import { Banner } from '../../ui/banner.tsx';
import { formatChrono } from '../../ui/chrono.ts';
import styles from './about.module.css';

/** The browser's name and version out of what it says of itself; browsers that imitate another come first. */
export function browserName(userAgent: string): string {
  const kinds = [
    ['Edge', /Edg\/([\d.]+)/],
    ['Opera', /OPR\/([\d.]+)/],
    ['Firefox', /Firefox\/([\d.]+)/],
    ['Chrome', /Chrome\/([\d.]+)/],
    ['Safari', /Version\/([\d.]+).* Safari\//],
  ] as const;
  for (const [name, pattern] of kinds) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return userAgent;
}

/** s; clocks that differ by less tell the same time to people. */
const notableSeconds = 60;

/** What runs here, for whoever is asked to help. */
export function Versions(): ReactNode {
  const { t } = useTranslation(['about', 'app']);
  const { origin } = useServices();
  const { data: info, isError, refetch } = useBackendInfoQuery();
  /** The way there takes a moment, too. */
  const sayClock = (seconds: number | null) =>
    seconds === null || Math.abs(seconds) < notableSeconds
      ? t('versions.clockRight')
      : t(seconds > 0 ? 'versions.clockAhead' : 'versions.clockBehind', { time: formatChrono(Math.abs(seconds), 0) });
  const facts = [
    [t('versions.product'), info && `Sillage ${info.version}`],
    [t('versions.server'), info && t(`versions.${info.back_type}`)],
    [t('versions.name'), info?.name],
    [t('versions.address'), origin],
    [t('versions.browser'), browserName(navigator.userAgent)],
    [t('versions.clock'), info && sayClock(info.clock_difference)],
  ] as const;
  return (
    <>
      {info === undefined && isError && (
        <Banner
          tone="error"
          icon={mdiAlertCircleOutline}
          action={
            <Button color="inherit" onClick={() => void refetch()}>
              {t('app:retry')}
            </Button>
          }
        >
          {t('versions.noAnswer')}
        </Banner>
      )}
      <dl className={styles.facts}>
        {facts.map(([label, fact]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{fact ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
