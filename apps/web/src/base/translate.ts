import { type Language, languages } from '@sillage/contract';
import i18next, { type BackendModule, type i18n, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';

export const namespaces = [
  'app',
  'login',
  'admin',
  'settings',
  'about',
  'realtime',
  'data',
  'record',
  'records',
  'compare',
  'athlete',
  'devices',
  'phone',
  'sync',
] as const;
export type Namespace = (typeof namespaces)[number];

type Sentences = { default: ResourceKey };
const files = import.meta.glob<Sentences>('../locales/*/*.json');

const localeFiles: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    const load = files[`../locales/${language}/${namespace}.json`];
    if (load === undefined) return done(new Error(`no sentences for ${language} ${namespace}`), false);
    load().then(
      (file) => done(null, file.default),
      (problem: Error) => done(problem, false),
    );
  },
};

/** Starts i18next with one file per language and namespace, fetched when first needed; French is the fallback. */
export async function startTranslation(language: Language): Promise<i18n> {
  await i18next
    .use(localeFiles)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: languages[0],
      supportedLngs: languages,
      ns: ['app'],
      defaultNS: 'app',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
  return i18next;
}

/** Fetches the sentences that are not here yet. Rejects when some do not come: i18next itself would show their keys, and never ask again. */
export async function loadSentences(namespaces: readonly Namespace[]): Promise<void> {
  const isMissing = (namespace: Namespace) => !i18next.hasResourceBundle(i18next.language, namespace);
  await i18next.loadNamespaces(namespaces.filter(isMissing));
  const refused = namespaces.filter(isMissing);
  if (refused.length === 0) return;
  await i18next.reloadResources(i18next.language, refused);
  const missing = refused.filter(isMissing);
  if (missing.length > 0) throw new Error(`no sentences for ${missing.join(', ')}`);
}

export { i18next };
