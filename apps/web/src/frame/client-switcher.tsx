import { mdiUnfoldMoreHorizontal } from '@mdi/js';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../base/load-part.ts';
import { useUser } from '../base/services.tsx';
import { Icon } from '../ui/icon.tsx';
import { ClientLogo, useClientFace } from './client-face.tsx';
import styles from './client-switcher.module.css';
import { mayOpen } from './screens.ts';

const ClientMenu = lazyPart(() => import('./client-menu.tsx'));

/** Whose data is on screen; administrators change it here. */
export function ClientSwitcher(): ReactNode {
  const { t } = useTranslation('app');
  const user = useUser();
  const face = useClientFace();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const words = (
    <>
      <ClientLogo name={face.name} logo={face.logo} />
      <span className={styles.name}>{face.name}</span>
    </>
  );
  if (!mayOpen(user, '/admin')) {
    return (
      <span className={styles.client} title={face.name}>
        {words}
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        className={`${styles.client} ${styles.button}`}
        aria-haspopup="dialog"
        aria-label={t('clients.switch', { name: face.name })}
        title={face.name}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {words}
        <Icon path={mdiUnfoldMoreHorizontal} size={18} className={styles.chevrons ?? ''} />
      </button>
      <Suspense>{anchor && <ClientMenu anchor={anchor} onClose={() => setAnchor(null)} />}</Suspense>
    </>
  );
}
