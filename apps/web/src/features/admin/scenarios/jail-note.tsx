import { mdiShieldAlertOutline, mdiShieldCheckOutline } from '@mdi/js';
import { api } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServer } from '../../../base/services.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './compiled-scenarios.module.css';

/** How far this server keeps programs in Python apart, and what to do where it does not. */
export function JailNote(): ReactNode {
  const { t } = useTranslation('admin');
  const server = useServer();
  const { data } = useQuery({
    queryKey: ['scenarioJail'],
    queryFn: ({ signal }) => server.call(api.readScenarioJail, { signal }),
  });
  if (data === undefined) return null;
  const isWhole = data.missing.length === 0;
  const parts = data.missing.map((part) => t(`compiledScenarios.jail.${part}`)).join(', ');
  const says = isWhole ? 'whole' : data.required ? 'refused' : 'partial';
  return (
    <p role="note" className={isWhole ? styles.jail : styles.partial}>
      <Icon path={isWhole ? mdiShieldCheckOutline : mdiShieldAlertOutline} />
      <span>
        {t(`compiledScenarios.jail.${says}`, { parts })} {!isWhole && t('compiledScenarios.jail.help')}
      </span>
    </p>
  );
}
