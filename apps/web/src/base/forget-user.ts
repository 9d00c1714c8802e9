import { appearanceKey } from './appearance.ts';

const resets = new Set<() => void>();

/** Adds how a store returns to its first state when the session ends. */
export function resetWhenSignedOut(reset: () => void): void {
  resets.add(reset);
}

/**
 * Leaves nothing of the user who signed out: stores, local and session storage, cookies that scripts see. Theme
 * and language belong to the device and stay.
 */
export function forgetUser(): void {
  for (const reset of resets) reset();
  for (const key of Object.keys(localStorage)) if (key !== appearanceKey) localStorage.removeItem(key);
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=');
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent outside of secure contexts, as on a hub
    if (name !== '') document.cookie = `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
  }
}
