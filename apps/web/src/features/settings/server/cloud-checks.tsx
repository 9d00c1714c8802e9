import { mdiAlertOutline, mdiCheckCircle, mdiCloseCircleOutline, mdiMinusCircleOutline } from '@mdi/js';
import type { CloudChecks } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../../base/notify.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './server.module.css';

const icons = {
  ok: mdiCheckCircle,
  warn: mdiAlertOutline,
  fail: mdiCloseCircleOutline,
  unknown: mdiMinusCircleOutline,
} as const;
const order = ['network', 'certificate', 'clock', 'version'] as const;

/** What was found of a cloud before the code of this hub leaves, one line each. */
export function CloudChecksList(props: { checks: CloudChecks }): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <ul className={styles.checks} aria-label={t('cloudLink.checks')} role="status">
      {order.map((name) => {
        const { state, text } = props.checks[name];
        return (
          <li key={name} className={styles[state]}>
            <Icon path={icons[state]} size={18} />
            <span>
              <b>{t(`cloudLink.check.${name}`)}</b> {inPageLanguage(text)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
