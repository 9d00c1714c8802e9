import '@fontsource-variable/roboto-mono/index.css';
import { createRealtimeClient } from '@sillage/client';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LiveProvider } from '../../live/live.tsx';
import { useServices } from '../services.tsx';
import { useSession } from '../session.ts';
import { useShortcut } from '../shortcuts.ts';
import styles from './frame.module.css';
import { LostBanner } from './lost-banner.tsx';
import { Navigation } from './navigation.tsx';

const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

/** What must be here already when the server no longer answers: toasts and the pages that say so. */
function fetchForTrouble(): void {
  const parts = [
    import('../toasts.tsx'),
    import('../../features/errors/broken-screen.tsx'),
    import('../../features/errors/network-error.tsx'),
  ];
  // Without them the app works; the next screen tries again.
  Promise.all(parts).catch(() => undefined);
}

/** What surrounds every screen of a signed-in user: navigation, live link, shortcuts. */
export default function Frame(): ReactNode {
  const { client, origin } = useServices();
  const [live] = useState(() =>
    createRealtimeClient({
      url: origin,
      token: () => useSession.getState().tokens?.accessToken,
      refreshSession: () => client.refreshSession(),
    }),
  );
  const { t } = useTranslation('app');
  const [helpOpen, setHelpOpen] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    live.start();
    return () => live.stop();
  }, [live]);
  useEffect(fetchForTrouble, []);
  useShortcut('1', () => void navigate({ to: '/realtime' }));
  useShortcut('2', () => void navigate({ to: '/' }));
  useShortcut('?', () => setHelpOpen(true));

  return (
    <LiveProvider live={live}>
      <div className={styles.frame}>
        <a href="#content" className={styles.skip}>
          {t('nav.skip')}
        </a>
        <Navigation onHelp={() => setHelpOpen(true)} />
        <div className={styles.page}>
          <LostBanner />
          <Outlet />
        </div>
      </div>
      <Suspense>{helpOpen && <ShortcutsDialog onClose={() => setHelpOpen(false)} />}</Suspense>
    </LiveProvider>
  );
}
