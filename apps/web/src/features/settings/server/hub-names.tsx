import { mdiAlertOutline, mdiBagSuitcaseOutline } from '@mdi/js';
import type { HubNames } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import styles from './server.module.css';

const areOther = ({ here, cloud }: HubNames): boolean =>
  cloud !== null && (cloud.number !== here.number || cloud.name !== here.name);

/** Before this hub is linked: which one the cloud takes it for, and what changes here by that. */
export function FoundNames({ names }: { names: HubNames }): ReactNode {
  const { t } = useTranslation('settings');
  const { here, cloud } = names;
  return (
    <div className={styles.found} role="status">
      <Icon path={mdiBagSuitcaseOutline} size={18} />
      <span>
        <b>{cloud === null ? t('cloudLink.unnamed') : t('cloudLink.named', { ...cloud })}</b>
        {areOther(names) && ` ${t('cloudLink.takesName', { ...here })}`}
      </span>
    </div>
  );
}

/** Once it is linked: that both call it otherwise, and what to do. */
export function OtherNames({ names }: { names: HubNames }): ReactNode {
  const { t } = useTranslation('settings');
  const { here, cloud } = names;
  if (cloud === null || !areOther(names)) return null;
  return (
    <p className={styles.warn} role="status">
      <Icon path={mdiAlertOutline} size={16} />
      {t('cloudLink.otherName', { ...here, cloudNumber: cloud.number, cloudName: cloud.name })}
    </p>
  );
}
