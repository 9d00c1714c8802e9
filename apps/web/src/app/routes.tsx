import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { loadPart } from '../base/load-part.ts';
import { isAdministrator } from '../base/may.ts';
import { isView, viewAt } from '../base/open-view.ts';
import type { PageWithViews } from '../base/remembered-view.ts';
import { isSignedIn, useSession } from '../base/session.ts';
import { tellClosedAdmin } from '../base/tell-closed.ts';
import { loadSentences, type Namespace } from '../base/translate.ts';
import { ToastsWhenNeeded } from './providers.tsx';

function sentences(...namespaces: Namespace[]): () => Promise<void> {
  return () => loadPart(() => loadSentences(namespaces));
}

function screen(load: () => Promise<{ default: () => ReactNode }>) {
  return lazyRouteComponent(() => loadPart(load));
}

const root = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => loadPart(() => import('../frame/errors/not-found.tsx'))),
  errorComponent: lazyRouteComponent(() => loadPart(() => import('../frame/errors/broken-screen.tsx'))),
});

function Root(): ReactNode {
  return (
    <>
      <Outlet />
      <ToastsWhenNeeded />
    </>
  );
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: () => {
    if (isSignedIn()) throw redirect({ to: '/' });
  },
  loader: sentences('login'),
  component: screen(() => import('../features/login/index.tsx')),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/login/reset-password/$token',
  loader: sentences('login'),
  component: screen(() => import('../features/login/reset-password.tsx')),
});

const networkError = createRoute({
  getParentRoute: () => root,
  path: '/network_error',
  component: screen(() => import('../frame/errors/network-error.tsx')),
});

/** A phone that becomes a sensor has no session: it comes by a code. */
const phone = createRoute({
  getParentRoute: () => root,
  path: '/device',
  loader: sentences('phone'),
  component: screen(() => import('../features/phone/index.tsx')),
});

/** Everything under this route needs a session and stands in the app frame. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signedIn',
  beforeLoad: ({ location }) => {
    if (!isSignedIn()) throw redirect({ to: '/login' });
    // The recovery account has its settings only.
    const away = /^\/(settings|about)/.test(location.pathname) === false;
    if (away && useSession.getState().user?.is_recovery) throw redirect({ to: '/settings' });
  },
  component: screen(() => import('../frame/frame.tsx')),
});

const data = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  loader: sentences('data', 'records'),
  component: screen(() => import('../features/data/index.tsx')),
});

const upload = createRoute({
  getParentRoute: () => signedIn,
  path: '/upload',
  loader: sentences('data', 'records'),
  component: screen(() => import('../features/data/upload/index.tsx')),
});

const record = createRoute({
  getParentRoute: () => signedIn,
  path: '/records/$recordId',
  loader: sentences('record', 'records'),
  component: screen(() => import('../features/record/index.tsx')),
});

const compare = createRoute({
  getParentRoute: () => signedIn,
  path: '/compare',
  loader: sentences('compare', 'record', 'records'),
  component: screen(() => import('../features/compare/index.tsx')),
});

const athlete = createRoute({
  getParentRoute: () => signedIn,
  path: '/athletes/$userId',
  loader: sentences('athlete', 'records'),
  component: screen(() => import('../features/athlete/index.tsx')),
});

const team = createRoute({
  getParentRoute: () => signedIn,
  path: '/team',
  loader: sentences('athlete', 'records'),
  component: screen(() => import('../features/team/index.tsx')),
});

const sync = createRoute({
  getParentRoute: () => signedIn,
  path: '/sync',
  loader: sentences('sync'),
  component: screen(() => import('../features/sync/index.tsx')),
});

const realtime = createRoute({
  getParentRoute: () => signedIn,
  path: '/realtime',
  loader: sentences('realtime', 'records', 'devices'),
  component: screen(() => import('../features/realtime/index.tsx')),
});

/** The figures for the wall, over everything else. */
const wall = createRoute({
  getParentRoute: () => signedIn,
  path: '/realtime/display',
  loader: sentences('realtime'),
  component: screen(() => import('../features/realtime/display/index.tsx')),
});

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  beforeLoad: ({ location, preload }) => {
    const { user } = useSession.getState();
    if (user !== undefined && isAdministrator(user)) return;
    // Administrators only; anyone else is sent to the data.
    if (user !== undefined && !preload) tellClosedAdmin(user, viewAt('admin', location.pathname));
    throw redirect({ to: '/' });
  },
  loader: sentences('admin'),
  component: screen(() => import('../features/admin/index.tsx')),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  loader: sentences('settings', 'admin', 'devices', 'records'),
  component: screen(() => import('./settings-with-club.tsx')),
});
const settingsView = createRoute({
  getParentRoute: () => settings,
  path: '$view',
  beforeLoad: ({ params }) => requireView('settings', params.view),
});
/** A table of the club: `/settings/club/users`. */
const settingsTable = createRoute({
  getParentRoute: () => settings,
  path: 'club/$table',
  beforeLoad: ({ params }) => requireView('admin', params.table),
});

const about = createRoute({
  getParentRoute: () => signedIn,
  path: '/about',
  loader: sentences('about'),
  component: screen(() => import('../features/about/index.tsx')),
});

const aboutView = createRoute({
  getParentRoute: () => about,
  path: '$view',
  beforeLoad: ({ params }) => requireView('about', params.view),
});

const adminView = createRoute({
  getParentRoute: () => admin,
  path: '$view',
  beforeLoad: ({ params }) => requireView('admin', params.view),
});

/** Sub-views have addresses of their own; the page itself shows them. Any other address is not found. */
function requireView(page: PageWithViews, name: string): void {
  if (!isView(page, name)) throw notFound();
}

const routeTree = root.addChildren([
  login,
  resetPassword,
  networkError,
  phone,
  signedIn.addChildren([
    data,
    upload,
    record,
    compare,
    athlete,
    team,
    sync,
    realtime,
    wall,
    admin.addChildren([adminView]),
    settings.addChildren([settingsView, settingsTable]),
    about.addChildren([aboutView]),
  ]),
]);

export const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
