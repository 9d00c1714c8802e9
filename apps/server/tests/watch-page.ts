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

/** Signs in on the login screen and accepts the terms of use. */
export async function signInOnPage(page: Page, given: { mail: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail').fill(given.mail);
  await page.getByLabel('Mot de passe', { exact: true }).fill(given.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByRole('dialog', { name: 'Conditions d’utilisation' }).waitFor();
  await page.getByRole('button', { name: 'Accepter et continuer' }).click();
  await page.getByRole('navigation', { name: 'Navigation principale' }).waitFor();
}
