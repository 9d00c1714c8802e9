import { type Language, languages } from '@sillage/contract';
import { create } from 'zustand';
import type { ThemeName } from './tokens.ts';

interface Remembered {
  readonly theme: ThemeName;
  readonly language: Language;
  /** Nothing moves that need not; the system's own wish counts too. */
  readonly reducedMotion: boolean;
}

interface Appearance extends Remembered {
  setTheme(theme: ThemeName): void;
  setLanguage(language: Language): void;
  setReducedMotion(reducedMotion: boolean): void;
}

/** Belongs to the device: stays when a session ends. */
export const appearanceKey = 'sillage.appearance';

/** French, light and moving unless the browser remembers otherwise. */
export function readAppearance(stored: string | null): Remembered {
  const [theme, language, motion] = (stored ?? '').split(' ');
  return {
    theme: theme === 'dark' ? 'dark' : 'light',
    language: languages.find((one) => one === language) ?? languages[0],
    reducedMotion: motion === 'still',
  };
}

/** Theme, language and motion, remembered by the browser, kept through sign-out. */
export const useAppearance = create<Appearance>()((set) => ({
  ...readAppearance(localStorage.getItem(appearanceKey)),
  setTheme: (theme) => set({ theme }),
  setLanguage: (language) => set({ language }),
  setReducedMotion: (reducedMotion) => set({ reducedMotion }),
}));

useAppearance.subscribe(({ theme, language, reducedMotion }) =>
  localStorage.setItem(appearanceKey, `${theme} ${language}${reducedMotion ? ' still' : ''}`),
);

/** All tabs of a browser look the same. */
addEventListener('storage', ({ key, newValue }) => {
  if (key === appearanceKey) useAppearance.setState(readAppearance(newValue));
});
