import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { SecureAccess } from '@sillage/contract';
import { type ReactNode, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { secureAddress } from './secure-access.ts';
import styles from './trust-certificate.module.css';

const systems = ['iphone', 'android'] as const;

/** What a phone is told to do once, so that it trusts the hub's own certificate. */
export function TrustCertificate(props: { access: SecureAccess | undefined; isOpen: boolean }): ReactNode {
  const { t } = useTranslation('phone');
  const [system, setSystem] = useState<(typeof systems)[number]>(
    /Android/.test(navigator.userAgent) ? 'android' : 'iphone',
  );
  const { access, isOpen } = props;
  if (!isOpen || access === undefined) return <p>{t('steps.2.text')}</p>;
  if (access.port === null) return <p>{t('steps.2.off')}</p>;
  const values = { authority: access.authority };
  return (
    <>
      <p>{t('steps.2.text')}</p>
      <div className={styles.certificate}>
        <Tabs variant="fullWidth" value={system} onChange={(_, next: (typeof systems)[number]) => setSystem(next)}>
          {systems.map((one) => (
            <Tab key={one} value={one} label={t(`systems.${one}.name`)} />
          ))}
        </Tabs>
        <ol>
          {(['1', '2', '3', '4'] as const).map((line) => (
            <li key={line}>
              <Trans t={t} i18nKey={`systems.${system}.${line}`} values={values} components={{ b: <b /> }} />
            </li>
          ))}
        </ol>
        <div className={styles.fingerprint}>
          {t('fingerprint')}
          <code>{shortFingerprint(access.fingerprint ?? '')}</code>
          <a href={secureAddress(access.port)}>{t('goOnAnyway')}</a>
        </div>
      </div>
    </>
  );
}

/** The first 16 digits, in fours: as much as people compare. */
function shortFingerprint(fingerprint: string): string {
  return fingerprint.slice(0, 16).match(/.{4}/g)?.join(' ') ?? '';
}
