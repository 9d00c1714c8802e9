import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ToastsWhenNeeded } from './providers.tsx';
import { isSignedIn, useSession } from './session.ts';
import { i18next, type Namespace } from './translate.ts';

function sentences(...namespaces: Namespace[]): () => Promise<void> {
  return () => i18next.loadNamespaces(namespaces);
}

const root = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('../features/errors/not-found.tsx')),
  errorComponent: lazyRouteComponent(() => import('../features/errors/broken-screen.tsx')),
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
  component: lazyRouteComponent(() => import('../features/login/index.tsx')),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/login/reset-password/$token',
  loader: sentences('login'),
  component: lazyRouteComponent(() => import('../features/login/reset-password.tsx')),
});

const networkError = createRoute({
  getParentRoute: () => root,
  path: '/network_error',
  component: lazyRouteComponent(() => import('../features/errors/network-error.tsx')),
});

/** Everything under this route needs a session and stands in the app frame. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signedIn',
  beforeLoad: ({ location }) => {
    if (!isSignedIn()) throw redirect({ to: '/login' });
    // The recovery account has its settings only (specification §2).
    const away = /^\/(settings|about)/.test(location.pathname) === false;
    if (away && useSession.getState().user?.is_recovery) throw redirect({ to: '/settings' });
  },
  component: lazyRouteComponent(() => import('./frame/frame.tsx')),
});

const data = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  loader: sentences('data', 'records'),
  component: lazyRouteComponent(() => import('../features/data/index.tsx')),
});

const record = createRoute({
  getParentRoute: () => signedIn,
  path: '/records/$recordId',
  loader: sentences('record', 'records'),
  component: lazyRouteComponent(() => import('../features/record/index.tsx')),
});

const realtime = createRoute({
  getParentRoute: () => signedIn,
  path: '/realtime',
  loader: sentences('realtime', 'records'),
  component: lazyRouteComponent(() => import('../features/realtime/index.tsx')),
});

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  beforeLoad: () => {
    // Administrators only; anyone else is sent to the data (specification §2).
    if (useSession.getState().user?.roles.includes('Admin') !== true) throw redirect({ to: '/' });
  },
  loader: sentences('admin'),
  component: lazyRouteComponent(() => import('../features/admin/index.tsx')),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  loader: sentences('settings', 'admin'),
  component: lazyRouteComponent(() => import('../features/settings/index.tsx')),
});

const about = createRoute({
  getParentRoute: () => signedIn,
  path: '/about',
  loader: sentences('about'),
  component: lazyRouteComponent(() => import('../features/about/index.tsx')),
});

const routeTree = root.addChildren([
  login,
  resetPassword,
  networkError,
  signedIn.addChildren([data, admin, record, realtime, settings, about]),
]);

export const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
