import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A page of a browser without anything remembered, and what it complained about. */
export interface WatchedPage {
  readonly page: Page;
  /** Exceptions and console errors, refused requests among them. */
  readonly problems: readonly string[];
}

/** Opens a page in French, at the size of a desk unless told otherwise. */
export async function watchPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'fr-FR', ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`);
  });
  return { page, problems };
}

/** Runs in the page: as a link of the app does. */
function showAddress(address: string): void {
  history.pushState({}, '', address);
}

/**
 * Opens an address of the app in a page that may show another one. It is loaded once, which takes 1.5 s of the processor; later
 * the app goes there itself, by way of a screen without its frame, so that nothing of the last one is left on it.
 */
export async function goTo(page: Page, url: string): Promise<void> {
  const { origin } = new URL(url);
  // A toast lies over what is clicked next, and stays as long as the page has not the keyboard's focus.
  if (!page.url().startsWith(origin) || (await page.locator('.Toastify__toast').count()) > 0) {
    await page.goto(url);
    return;
  }
  await page.evaluate(showAddress, '/network_error');
  await page.getByRole('navigation').first().waitFor({ state: 'detached' });
  await page.evaluate(showAddress, url.slice(origin.length) || '/');
}

/** Signs in on the login screen and accepts the terms of use. */
export async function signInOnPage(page: Page, given: { mail: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail').fill(given.mail);
  await page.getByLabel('Mot de passe', { exact: true }).fill(given.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByRole('dialog', { name: 'Conditions d’utilisation' }).waitFor();
  await page.getByRole('button', { name: 'Accepter et continuer' }).click();
  await page.getByRole('navigation', { name: 'Navigation principale' }).waitFor();
}
