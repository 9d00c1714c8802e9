import { cleanup, configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';
import { matchHidingStyles } from './match-hiding-styles.ts';

// ms. The first screen of a file loads its parts and sentences while other files keep the machine busy; what never
// comes still fails, only later.
configure({ asyncUtilTimeout: 10_000 });
matchHidingStyles();

// One worker runs many files on one page. Libraries stay loaded, which is most of what loading takes; the modules of the
// app, with the stores in them and what a file replaced by `vi.mock`, are each file's own.
vi.resetModules();

// A link that a test before pressed may have led the page away: addresses are of this one again.
const { happyDOM } = window as Window & { happyDOM?: { setURL(url: string): void } };
happyDOM?.setURL('http://localhost:3000/');

afterAll(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  forgetCookies();
  window.history.replaceState(null, '', '/');
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
});

function forgetCookies(): void {
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: as a script of the page would
    document.cookie = `${cookie.split('=')[0]}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
  }
}
