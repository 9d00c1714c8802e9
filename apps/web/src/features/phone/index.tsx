import { mdiTranslate } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { useBackendInfo } from '../../base/backend-info.ts';
import { Icon } from '../../ui/icon.tsx';
import { JoinSteps } from './join-steps.tsx';
import { LivePhone } from './live-phone.tsx';
import styles from './phone.module.css';
import { usePhone } from './use-phone.ts';

/** A phone that is a sensor: it joins by a code, then measures for its hub. Needs no session. */
export default function PhoneScreen(): ReactNode {
  const { t } = useTranslation('phone');
  const phone = usePhone();
  const server = useBackendInfo()?.name ?? 'Sillage';
  useEffect(() => {
    document.title = `${t('title')} – Sillage`;
  }, [t]);
  const { identity, running } = phone;
  const away = running && running.state.line !== 'connected';
  return (
    <div className={styles.screen}>
      <header className={styles.head} data-navy>
        <div className={styles.titles}>
          <h1>{t('title')}</h1>
          <p>
            {identity === undefined
              ? t('notJoined', { server })
              : t(away ? 'outOfReach' : 'joinedTo', { name: identity.name, server })}
          </p>
        </div>
        <OtherLanguage />
      </header>
      {running === undefined ? (
        <JoinSteps phone={phone} server={server} />
      ) : (
        <LivePhone phone={phone} running={running} />
      )}
    </div>
  );
}

function OtherLanguage(): ReactNode {
  const { language, setLanguage } = useAppearance();
  const other = language === 'fr' ? 'en' : 'fr';
  const name = other === 'fr' ? 'Français' : 'English';
  return (
    <IconButton
      className={styles.language ?? ''}
      aria-label={name}
      title={name}
      lang={other}
      onClick={() => setLanguage(other)}
    >
      <Icon path={mdiTranslate} size={24} />
    </IconButton>
  );
}
