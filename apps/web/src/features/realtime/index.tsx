import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export default function Screen(): ReactNode {
  const { t } = useTranslation('realtime');
  return <h1>{t('title')}</h1>;
}
