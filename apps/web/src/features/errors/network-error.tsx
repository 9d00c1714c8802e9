import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export default function Screen(): ReactNode {
  const { t } = useTranslation('app');
  return <h1>{t('notFound.title')}</h1>;
}
