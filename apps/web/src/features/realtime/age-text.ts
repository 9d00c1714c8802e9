import { useTranslation } from 'react-i18next';

/** Says an age in s, min or h: `il y a 20 s`. */
export function useAgeText(): (seconds: number) => string {
  const { t } = useTranslation('realtime');
  return (seconds) => {
    if (seconds < 60) return t('age.seconds', { count: Math.floor(seconds) });
    if (seconds < 3600) return t('age.minutes', { count: Math.floor(seconds / 60) });
    return t('age.hours', { count: Math.floor(seconds / 3600) });
  };
}
