import { mdiAlertOutline, mdiBagSuitcaseOutline } from '@mdi/js';
import type { HubNames } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import styles from './server.module.css';

/** What the cloud calls otherwise than this hub does; undefined: nothing, or it does not say. */
function othersOf({ here, cloud }: HubNames) {
  if (cloud === null) return undefined;
  const others = { number: cloud.number !== here.number, name: cloud.name !== here.name };
  return others.number || others.name ? others : undefined;
}

/** Before this hub is linked: which one the cloud takes it for, and what is tried by that. */
export function FoundNames({ names }: { names: HubNames }): ReactNode {
  const { t } = useTranslation('settings');
  const { here, cloud } = names;
  return (
    <div className={styles.found} role="status">
      <Icon path={mdiBagSuitcaseOutline} size={18} />
      <span>
        <b>{cloud === null ? t('cloudLink.unnamed') : t('cloudLink.named', { ...cloud })}</b>
        {othersOf(names) && ` ${t('cloudLink.takesName', { ...here })}`}
      </span>
    </div>
  );
}

/** Once it is linked: that both call it otherwise, and what to do. */
export function OtherNames({ names }: { names: HubNames }): ReactNode {
  const { t } = useTranslation('settings');
  const { here, cloud } = names;
  const others = othersOf(names);
  if (cloud === null || others === undefined) return null;
  return (
    <p className={styles.warn} role="status">
      <Icon path={mdiAlertOutline} size={16} />
      <span>
        {others.number && t('cloudLink.otherNumber', { here: here.number, cloud: cloud.number })}{' '}
        {others.name && t('cloudLink.otherName', { here: here.name, cloud: cloud.name })}
      </span>
    </p>
  );
}
