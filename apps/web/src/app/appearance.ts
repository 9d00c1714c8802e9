import { create } from 'zustand';
import type { ThemeName } from './tokens.ts';

export const languages = ['fr', 'en'] as const;
export type Language = (typeof languages)[number];

interface Appearance {
  readonly theme: ThemeName;
  readonly language: Language;
  setTheme(theme: ThemeName): void;
  setLanguage(language: Language): void;
}

/** Belongs to the device: stays when a session ends. */
export const appearanceKey = 'sillage.appearance';

/** French and light unless the browser remembers otherwise (specification §1). */
export function readAppearance(stored: string | null): { theme: ThemeName; language: Language } {
  const [theme, language] = (stored ?? '').split(' ');
  return { theme: theme === 'dark' ? 'dark' : 'light', language: language === 'en' ? 'en' : 'fr' };
}

/** Theme and language, remembered by the browser, kept through sign-out. */
export const useAppearance = create<Appearance>()((set) => ({
  ...readAppearance(localStorage.getItem(appearanceKey)),
  setTheme: (theme) => set({ theme }),
  setLanguage: (language) => set({ language }),
}));

useAppearance.subscribe(({ theme, language }) => localStorage.setItem(appearanceKey, `${theme} ${language}`));
