import { mdiAccessPoint, mdiDatabaseOutline, mdiKeyboardOutline, mdiWeatherNight, mdiWeatherSunny } from '@mdi/js';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useAppearance } from '../appearance.ts';
import styles from './navigation.module.css';

const entries = [
  { to: '/realtime', name: 'realtime', icon: mdiAccessPoint, digit: '1', covers: /^\/realtime/ },
  { to: '/', name: 'data', icon: mdiDatabaseOutline, digit: '2', covers: /^\/($|records\/)/ },
] as const;

/** The rail at the left from 1280 px, the bar at the bottom below. */
export function Navigation(props: { onHelp: () => void }): ReactNode {
  const { t } = useTranslation('app');
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <nav className={styles.rail} aria-label={t('nav.main')} data-navy="">
      <Link to="/" className={styles.logo} aria-label={t('product')}>
        <Logo size={32} />
      </Link>
      {entries.map((entry) => (
        <Link
          key={entry.to}
          to={entry.to}
          className={styles.entry}
          title={`${t(`nav.${entry.name}`)} (${entry.digit})`}
          aria-current={entry.covers.test(path) ? 'page' : undefined}
        >
          <span className={styles.pill}>
            <Icon path={entry.icon} size={24} />
          </span>
          {t(`nav.${entry.name}`)}
          <span className={styles.digit} aria-hidden="true">
            {entry.digit}
          </span>
        </Link>
      ))}
      <span className={styles.spacer} />
      <ThemeSwitch />
      <button type="button" className={styles.entry} onClick={props.onHelp} title={`${t('shortcuts.title')} (?)`}>
        <span className={styles.pill}>
          <Icon path={mdiKeyboardOutline} />
        </span>
        <span className="visually-hidden">{t('shortcuts.title')}</span>
        <span className={`${styles.digit} ${styles.low}`} aria-hidden="true">
          ?
        </span>
      </button>
    </nav>
  );
}

function ThemeSwitch(): ReactNode {
  const { t } = useTranslation('app');
  const { theme, setTheme } = useAppearance();
  const label = theme === 'dark' ? t('theme.toLight') : t('theme.toDark');
  return (
    <button
      type="button"
      className={styles.entry}
      title={label}
      aria-label={label}
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
    >
      <span className={styles.pill}>
        <Icon path={theme === 'dark' ? mdiWeatherSunny : mdiWeatherNight} />
      </span>
    </button>
  );
}
