import type { User } from '@sillage/contract';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { useAppearance } from '../base/appearance.ts';
import { ownerOf } from '../base/cached-query.ts';
import { readApiUrl } from '../base/configuration.ts';
import { forgetUser } from '../base/forget-user.ts';
import { forgetAnswersOfOthers } from '../base/kept-answers.ts';
import { notifyProblem } from '../base/notify.ts';
import { queryClient } from '../base/query-client.ts';
import { reportError, startReporting } from '../base/report-problems.ts';
import { createSessionClient, isSignedIn, refreshUser, tellLanguage, useSession } from '../base/session.ts';
import { startTranslation } from '../base/translate.ts';
import { Providers } from './providers.tsx';
import { router } from './routes.tsx';

/** Starts the app: saved theme, configuration, translations, fresh user, first screen. */
export async function startApp(element: HTMLElement): Promise<void> {
  const { theme, language } = useAppearance.getState();
  document.documentElement.dataset.theme = theme;
  document.documentElement.lang = language;
  const [apiUrl] = await Promise.all([readApiUrl(fetch), startTranslation(language)]);
  const server = createSessionClient(apiUrl);
  const services = { server, origin: new URL(apiUrl, location.href).origin, apiUrl };
  startReporting(server);
  refreshUser(server).catch(notifyProblem);
  useAppearance.subscribe(({ language: now }, { language: before }) => {
    if (now !== before) tellLanguage(server).catch((problem: unknown) => reportError(problem, 'language'));
  });
  leaveWhenSignedOut();
  dropAnswersOfOthers(apiUrl);
  createRoot(element, {
    onCaughtError: (error) => {
      console.error(error);
      reportError(error, 'screen');
    },
  }).render(
    <StrictMode>
      <Suspense>
        <Providers services={services}>
          <RouterProvider router={router} />
        </Providers>
      </Suspense>
    </StrictMode>,
  );
}

/** What another person or server was answered in this browser is not shown to this one. */
function dropAnswersOfOthers(apiUrl: string): void {
  const drop = ({ user }: { readonly user: User | undefined }) => {
    if (user !== undefined) forgetAnswersOfOthers(ownerOf(apiUrl, user.id));
  };
  drop(useSession.getState());
  useSession.subscribe((now, before) => {
    if (now.user?.id !== before.user?.id) drop(now);
  });
}

/** A session that ends, here or in another tab, leaves nothing of its user behind and goes to the login screen. */
function leaveWhenSignedOut(): void {
  let wasSignedIn = isSignedIn();
  useSession.subscribe(() => {
    const now = isSignedIn();
    if (wasSignedIn && !now) {
      queryClient.clear();
      forgetUser();
      void router.navigate({ to: '/login' });
    }
    wasSignedIn = now;
  });
}
