import { mdiBagSuitcaseOutline, mdiWeatherNight, mdiWeatherSunny } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useBackendInfo } from '../../base/backend-info.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './login.module.css';

/** Which server this is, its version, and the theme. */
export function Credits(): ReactNode {
  const { t } = useTranslation(['login', 'app']);
  const info = useBackendInfo();
  const { theme, setTheme } = useAppearance();
  const label = theme === 'dark' ? t('app:theme.toLight') : t('app:theme.toDark');
  return (
    <div className={styles.credits}>
      {info && (
        <>
          <Icon path={mdiBagSuitcaseOutline} size={16} />
          <span>
            {info.name}, {t(info.back_type === 'cloud' ? 'cloud' : info.back_type === 'hub' ? 'offline' : 'online')}
          </span>
          <span aria-hidden="true">·</span>
          <span>{info.version}</span>
        </>
      )}
      <span className={styles.spacer} />
      <IconButton title={label} aria-label={label} onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
        <Icon path={theme === 'dark' ? mdiWeatherSunny : mdiWeatherNight} size={18} />
      </IconButton>
    </div>
  );
}
