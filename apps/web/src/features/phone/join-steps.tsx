import { mdiCheck, mdiFileDownloadOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOfProblem } from '../../base/say-problem.ts';
import { Icon } from '../../ui/icon.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import own from './join-steps.module.css';
import styles from './phone.module.css';
import { certificateAddress, useSecureAccess, useTrusted } from './secure-access.ts';
import { TrustCertificate } from './trust-certificate.tsx';
import type { Phone } from './use-phone.ts';

/** The four steps from a scanned code to a phone that measures. */
export function JoinSteps({ phone, server }: { phone: Phone; server: string }): ReactNode {
  const { t } = useTranslation('phone');
  const access = useSecureAccess();
  useTrusted(access);
  const isSecure = window.isSecureContext;
  const hasCode = phone.code !== undefined || phone.identity !== undefined;
  const current = hasCode ? (isSecure ? 3 : 2) : 1;
  const step = (number: number, children: ReactNode) => (
    <li key={number} className={own.step} aria-current={number === current ? 'step' : undefined}>
      <span className={own.number} data-done={number < current || undefined}>
        {number < current ? <Icon path={mdiCheck} size={18} /> : number}
      </span>
      <div>
        <h2 data-done={number < current || undefined}>{t(`steps.${number as 1 | 2 | 3 | 4}.title`)}</h2>
        {children}
      </div>
    </li>
  );
  return (
    <>
      <main className={styles.body}>
        <ol className={own.steps}>
          {step(1, <p>{hasCode ? server : t('steps.1.missing')}</p>)}
          {step(
            2,
            current > 2 ? <p>{t('steps.2.done')}</p> : <TrustCertificate access={access} isOpen={current === 2} />,
          )}
          {step(3, <p>{t('steps.3.text')}</p>)}
          {step(4, <p>{t('steps.4.text')}</p>)}
        </ol>
        {phone.code !== undefined && <AnotherPhone />}
      </main>
      {current === 2 && (
        <footer className={styles.foot}>
          <Button className={styles.main} variant="contained" href={certificateAddress} disabled={access?.port == null}>
            <Icon path={mdiFileDownloadOutline} size={24} />
            {t('downloadCertificate')}
          </Button>
        </footer>
      )}
      {current === 3 && <StartButton phone={phone} />}
    </>
  );
}

function StartButton({ phone }: { phone: Phone }): ReactNode {
  const { t } = useTranslation('phone');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const press = async () => {
    setBusy(true);
    setProblem(undefined);
    await phone
      .start()
      .catch((why: unknown) => setProblem(sentenceOfProblem(why, t('noAnswer'))))
      .finally(() => setBusy(false));
  };
  return (
    <footer className={styles.foot}>
      {problem !== undefined && (
        <p className={own.problem} role="alert">
          {problem}
        </p>
      )}
      <Button className={styles.main} variant="contained" disabled={busy} onClick={() => void press()}>
        {t(phone.identity === undefined ? 'join' : 'goOn')}
      </Button>
    </footer>
  );
}

function AnotherPhone(): ReactNode {
  const { t } = useTranslation('phone');
  return (
    <div className={own.another}>
      <QrCode text={location.href} name={t('qrCode')} />
      <div>
        <b>{t('another.title')}</b>
        <p>{t('another.text')}</p>
      </div>
    </div>
  );
}
