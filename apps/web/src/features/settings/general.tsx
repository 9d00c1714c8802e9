import { mdiWeatherNight, mdiWeatherSunny } from '@mdi/js';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languages, useAppearance } from '../../app/appearance.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './general.module.css';

const themes = ['light', 'dark'] as const;

/** Language and theme of this browser. */
export function General(): ReactNode {
  const { t } = useTranslation('settings');
  const { theme, language, setTheme, setLanguage } = useAppearance();
  return (
    <div className={styles.rows}>
      <div className={styles.row}>
        <span>{t('general.language')}</span>
        <ToggleButtonGroup
          exclusive
          value={language}
          aria-label={t('general.language')}
          onChange={(_, next) => {
            const chosen = languages.find((one) => one === next);
            if (chosen) setLanguage(chosen);
          }}
        >
          <ToggleButton value="fr" lang="fr">
            Français
          </ToggleButton>
          <ToggleButton value="en" lang="en">
            English
          </ToggleButton>
        </ToggleButtonGroup>
      </div>
      <div className={styles.row}>
        <span>{t('general.theme')}</span>
        <ToggleButtonGroup
          exclusive
          value={theme}
          aria-label={t('general.theme')}
          onChange={(_, next) => {
            const chosen = themes.find((one) => one === next);
            if (chosen) setTheme(chosen);
          }}
        >
          {themes.map((one) => (
            <ToggleButton key={one} value={one}>
              <Icon path={one === 'dark' ? mdiWeatherNight : mdiWeatherSunny} />
              {t(`general.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </div>
    </div>
  );
}
