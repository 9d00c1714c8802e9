import { mdiKeyboardOutline, mdiMenu, mdiWeatherNight, mdiWeatherSunny } from '@mdi/js';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { useScreenSize } from '../ui/screen-size.ts';
import styles from './navigation.module.css';
import { openPart } from './open-parts.ts';
import { RailClock } from './recording.tsx';
import { type Screen, useScreens } from './screens.ts';

/** On a phone the bar has room for these; the rest is under "more". */
const phoneScreens: readonly string[] = ['realtime', 'data', 'settings'];

/** The rail at the left from 1280 px, the bar at the bottom below. */
export function Navigation(): ReactNode {
  const { t } = useTranslation('app');
  const screens = useScreens();
  const size = useScreenSize();
  const onPhone = size === 'phone';
  return (
    <nav className={styles.rail} aria-label={t('nav.main')} data-navy="">
      <Link to="/" className={styles.logo} aria-label={t('product')}>
        <Logo size={32} />
      </Link>
      {screens
        .filter(({ name }) => !onPhone || phoneScreens.includes(name))
        .map((screen) => (
          <Entry key={screen.to} screen={screen} />
        ))}
      {onPhone && <More hidden={screens.filter(({ name }) => !phoneScreens.includes(name))} />}
      {size === 'desktop' && (
        <>
          <span className={styles.spacer} />
          <ThemeSwitch />
          <Help />
        </>
      )}
    </nav>
  );
}

function usePath(): string {
  return useRouterState({ select: (state) => state.location.pathname });
}

function Entry(props: { screen: Screen }): ReactNode {
  const { t } = useTranslation('app');
  const { to, name, digit, icon, covers } = props.screen;
  return (
    <Link
      to={to}
      className={styles.entry}
      title={`${t(`nav.${name}`)} (${digit})`}
      aria-current={covers.test(usePath()) ? 'page' : undefined}
    >
      <span className={styles.pill}>
        <Icon path={icon} size={24} />
      </span>
      {t(`nav.${name}`)}
      {name === 'realtime' && <RailClock />}
      <span className={styles.digit} aria-hidden="true" data-key-hint="">
        {digit}
      </span>
    </Link>
  );
}

function More(props: { hidden: readonly Screen[] }): ReactNode {
  const { t } = useTranslation('app');
  const path = usePath();
  return (
    <button
      type="button"
      className={styles.entry}
      aria-haspopup="dialog"
      aria-current={props.hidden.some(({ covers }) => covers.test(path)) ? 'true' : undefined}
      onClick={() => openPart('more')}
    >
      <span className={styles.pill}>
        <Icon path={mdiMenu} size={24} />
      </span>
      {t('nav.more')}
    </button>
  );
}

function Help(): ReactNode {
  const { t } = useTranslation('app');
  return (
    <button
      type="button"
      className={styles.entry}
      onClick={() => openPart('help')}
      title={`${t('shortcuts.title')} (?)`}
    >
      <span className={styles.pill}>
        <Icon path={mdiKeyboardOutline} />
      </span>
      <span className="visually-hidden">{t('shortcuts.title')}</span>
      <span className={`${styles.digit} ${styles.low}`} aria-hidden="true" data-key-hint="">
        ?
      </span>
    </button>
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
