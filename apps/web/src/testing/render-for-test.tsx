import type { ApiClient } from '@sillage/client';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { Providers } from '../app/providers.tsx';
import { i18next, namespaces, startTranslation } from '../base/translate.ts';

/**
 * For component tests: the screen in French, on the providers of the app, with a server that answers as told. Answers also
 * where links and commands led to.
 */
export async function renderForTest(
  screen: ReactNode,
  server: Partial<ApiClient> = {},
  path = '/',
): Promise<ReturnType<typeof render> & { pathname(): string; search(): string }> {
  await startTranslation('fr');
  await i18next.loadNamespaces([...namespaces]);
  const unanswered = (): never => {
    throw new Error('the test does not answer this call');
  };
  const services = {
    server: {
      call: unanswered,
      request: unanswered,
      fetchBytes: unanswered,
      fetchResponse: unanswered,
      refreshSession: unanswered,
      ...server,
    },
    origin: 'http://sillage.test',
    apiUrl: 'http://sillage.test/api',
  };
  const root = createRootRoute({ component: () => screen });
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/records/$recordId' }),
      createRoute({ getParentRoute: () => root, path: '/athletes/$userId' }),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  const rendered = render(
    <Suspense>
      <Providers services={services}>
        <RouterProvider router={router} />
      </Providers>
    </Suspense>,
  );
  return { ...rendered, pathname: () => router.state.location.pathname, search: () => router.history.location.search };
}
