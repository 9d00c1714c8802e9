import GlobalStyles from '@mui/material/GlobalStyles';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import { lazyPart } from '../base/load-part.ts';
import { useNotices } from '../base/notify.ts';
import { queryClient } from '../base/query-client.ts';
import { type Services, ServicesProvider } from '../base/services.tsx';
import { asCssVariables } from '../base/tokens.ts';
import { makeTheme } from '../theme/theme.ts';

const Toasts = lazyPart(() => import('../frame/toasts.tsx'));

const cssVariables = (
  <GlobalStyles styles={{ ':root': asCssVariables('light'), '[data-theme=dark]': asCssVariables('dark') }} />
);

function useApplyAppearance(): void {
  const { theme, language, reducedMotion } = useAppearance();
  const { i18n } = useTranslation();
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    document.documentElement.dataset.motion = reducedMotion ? 'reduced' : 'full';
  }, [reducedMotion]);
  useEffect(() => {
    document.documentElement.lang = language;
    if (i18n.language !== language) void i18n.changeLanguage(language);
  }, [language, i18n]);
}

/** Everything that every screen stands on: services, theme, translations, server state. */
export function Providers(props: { services: Services; children: ReactNode }): ReactNode {
  useApplyAppearance();
  const { theme: name, language } = useAppearance();
  const theme = useMemo(() => makeTheme(name, language), [name, language]);
  return (
    <ServicesProvider services={props.services}>
      <QueryClientProvider client={queryClient}>
        <ThemeProvider theme={theme}>
          {cssVariables}
          {props.children}
        </ThemeProvider>
      </QueryClientProvider>
    </ServicesProvider>
  );
}

/** The toast container, loaded at the first notice; stands inside the router, because toasts may carry links. */
export function ToastsWhenNeeded(): ReactNode {
  const wanted = useNotices((notices) => notices.waiting.length > 0 || notices.started);
  if (!wanted) return null;
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  );
}
