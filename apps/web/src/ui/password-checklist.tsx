import { mdiCheckCircle, mdiCircleOutline } from '@mdi/js';
import { limits, passwordParts } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import styles from './password-checklist.module.css';

/** What a new password needs, ticked off while it is typed. */
export function PasswordChecklist(props: { password: string }): ReactNode {
  const { t } = useTranslation('app');
  return (
    <ul className={styles.parts} aria-label={t('password.parts')}>
      {passwordParts(props.password).map(({ part, met }) => (
        <li key={part} className={met ? styles.met : undefined}>
          <Icon path={met ? mdiCheckCircle : mdiCircleOutline} size={16} />
          {t(`password.${part}`, { count: limits.passwordLength })}
          <span className="visually-hidden">{t(met ? 'password.met' : 'password.missing')}</span>
        </li>
      ))}
    </ul>
  );
}
