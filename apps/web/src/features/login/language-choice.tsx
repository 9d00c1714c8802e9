import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { languages } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';

export function LanguageChoice(): ReactNode {
  const { t } = useTranslation('login');
  const { language, setLanguage } = useAppearance();
  return (
    <ToggleButtonGroup
      exclusive
      value={language}
      aria-label={t('language')}
      onChange={(_, next) => {
        const chosen = languages.find((one) => one === next);
        if (chosen) setLanguage(chosen);
      }}
    >
      {languages.map((one) => (
        <ToggleButton key={one} value={one} lang={one}>
          {one.toUpperCase()}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
