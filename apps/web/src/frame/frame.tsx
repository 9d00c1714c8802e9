import '@fontsource-variable/roboto-mono/index.css';
import { createRealtimeClient } from '@sillage/client';
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../base/load-part.ts';
import { useFollowTasks } from '../base/my-tasks.ts';
import { useServices } from '../base/services.tsx';
import { useSession } from '../base/session.ts';
import { useShortcut } from '../base/shortcuts.ts';
import { useFollowRecords } from '../live/followed-records.ts';
import { LiveProvider } from '../live/live.tsx';
import { DiskBanner } from './disk-banner.tsx';
import { useDocumentTitle } from './document-title.ts';
import styles from './frame.module.css';
import { FrameLostBanner } from './lost-banner.tsx';
import { Navigation } from './navigation.tsx';
import { closePart, openPart, useOpenPart } from './open-parts.ts';
import { useScreenShortcuts } from './screens.ts';
import { useShownShortcuts } from './shown-shortcuts.ts';
import { useTellRecords } from './tell-records.ts';

const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'));
const Palette = lazyPart(() => import('./palette/palette.tsx'));
const WaitingFilms = lazyPart(() => import('./waiting-films.tsx'));
const MoreSheet = lazyPart(() => import('./more-sheet.tsx'));

/** What must be here already when the server no longer answers: what says so, and what can be opened over any screen. */
function fetchForTrouble(): void {
  const parts = [
    import('./toasts.tsx'),
    import('./errors/broken-screen.tsx'),
    import('./errors/network-error.tsx'),
    import('./shortcuts-dialog.tsx'),
    import('./palette/palette.tsx'),
    import('./more-sheet.tsx'),
    import('./start-record.tsx'),
    import('./hub-explained.tsx'),
    import('./activity-menu.tsx'),
    import('./client-menu.tsx'),
  ];
  // Without them the app works; what is opened next tries again.
  Promise.all(parts).catch(() => undefined);
}

/**
 * What surrounds every screen of a signed-in user. Empty from the moment that the session ends: the login screen comes
 * later, and nothing in here can be drawn without a user.
 */
export default function Frame(): ReactNode {
  const isSignedIn = useSession((session) => session.user !== undefined);
  return isSignedIn && <SignedInFrame />;
}

/** Navigation, live link, shortcuts. */
function SignedInFrame(): ReactNode {
  const { server, origin } = useServices();
  const [live] = useState(() =>
    createRealtimeClient({
      url: origin,
      token: () => useSession.getState().tokens?.accessToken,
      refreshSession: () => server.refreshSession(),
      isOnline: () => navigator.onLine,
    }),
  );
  const { t } = useTranslation('app');
  useEffect(() => {
    live.start();
    return () => live.stop();
  }, [live]);
  useEffect(fetchForTrouble, []);
  useShownShortcuts();
  useFollowTasks();
  useScreenShortcuts();
  useShortcut('?', () => openPart('help'));
  useShortcut('Ctrl+K', () => openPart('palette'));

  return (
    <LiveProvider live={live}>
      <div className={styles.frame}>
        <a href="#content" className={styles.skip}>
          {t('nav.skip')}
        </a>
        <FollowRecords />
        <Navigation />
        <div className={styles.page}>
          <FrameLostBanner />
          <DiskBanner />
          <Suspense>
            <WaitingFilms />
          </Suspense>
          <Outlet />
        </div>
      </div>
      <OpenPart />
    </LiveProvider>
  );
}

/** What the devices record, for the tab's title, the header and the toast at the end. */
function FollowRecords(): ReactNode {
  useFollowRecords();
  useDocumentTitle();
  useTellRecords();
  return null;
}

/** The palette, the help or the phone's sheet, fetched when first opened. */
function OpenPart(): ReactNode {
  const open = useOpenPart();
  return (
    <Suspense>
      {open === 'help' && <ShortcutsDialog onClose={closePart} />}
      {open === 'palette' && <Palette onClose={closePart} />}
      {open === 'more' && <MoreSheet onClose={closePart} />}
    </Suspense>
  );
}
