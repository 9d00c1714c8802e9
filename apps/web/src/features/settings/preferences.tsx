import { mdiWeatherNight, mdiWeatherSunny } from '@mdi/js';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type Language, languages } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { browserTimezone } from '../../base/browser-timezone.ts';
import { ofBrowser, useOwnParameter } from '../../base/own-parameters.ts';
import { useServer } from '../../base/services.tsx';
import { tellLanguage } from '../../base/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { TimezonePick } from '../../ui/timezone-pick.tsx';
import { SettingRow, SwitchRow } from './setting-rows.tsx';

const themes = ['light', 'dark'] as const;

/** How the app looks for this person: on this device, and what goes along with the account. */
export function Preferences(): ReactNode {
  const { t } = useTranslation('settings');
  const { reducedMotion, setReducedMotion } = useAppearance();
  return (
    <>
      <LanguageRow />
      <ThemeRow />
      <TimezoneRow />
      <SwitchRow
        label={t('general.reducedMotion')}
        hint={t('general.reducedMotionHint')}
        on={reducedMotion}
        onChange={setReducedMotion}
      />
    </>
  );
}

/** As the language calls itself: `Français`. */
function ownName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

function LanguageRow(): ReactNode {
  const { t } = useTranslation('settings');
  const server = useServer();
  const { language, setLanguage } = useAppearance();
  return (
    <SettingRow label={t('general.language')} hint={t('general.languageHint')}>
      <ToggleButtonGroup
        exclusive
        value={language}
        aria-label={t('general.language')}
        onChange={(_, next) => {
          const chosen = languages.find((one) => one === next);
          if (chosen === undefined) return;
          setLanguage(chosen);
          void tellLanguage(server);
        }}
      >
        {languages.map((one) => (
          <ToggleButton key={one} value={one} lang={one}>
            {ownName(one)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </SettingRow>
  );
}

function ThemeRow(): ReactNode {
  const { t } = useTranslation('settings');
  const { theme, setTheme } = useAppearance();
  return (
    <SettingRow label={t('general.theme')}>
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
    </SettingRow>
  );
}

function TimezoneRow(): ReactNode {
  const { t } = useTranslation('settings');
  const { parameter, set, saving } = useOwnParameter('timezone');
  return (
    <SettingRow label={t('general.timezone')} hint={t('general.timezoneHint')}>
      <TimezonePick
        label={t('general.timezone')}
        value={typeof parameter?.value === 'string' && parameter.value !== ofBrowser ? parameter.value : null}
        none={t('general.timezoneOfBrowser', { zone: browserTimezone() })}
        disabled={parameter === undefined || saving}
        onChoose={(zone) => set(zone ?? ofBrowser)}
      />
    </SettingRow>
  );
}

/** Whether the keys of shortcuts are shown beside what they do. */
export function ShortcutsRow(): ReactNode {
  const { t } = useTranslation('settings');
  const { parameter, set, saving } = useOwnParameter('show_shortcuts');
  return (
    <SwitchRow
      label={t('general.showShortcuts')}
      hint={t('general.showShortcutsHint')}
      on={parameter?.value !== false}
      disabled={parameter === undefined || saving}
      onChange={set}
    />
  );
}
