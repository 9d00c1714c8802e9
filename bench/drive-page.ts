import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { administrator } from '@sillage/testkit';
import type { Page } from 'playwright-core';

const webFolder = fileURLToPath(new URL('../apps/web/', import.meta.url));

/** Builds the web app as it is shipped. */
export async function buildWeb(folder: string): Promise<void> {
  const options = ['build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  await promisify(execFile)('npx', ['vite', ...options], { cwd: webFolder });
}

/** Signs the administrator of a test hub in. */
export async function signInPage(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill(administrator.mail);
  await page.getByLabel('Mot de passe', { exact: true }).fill(administrator.password);
  await page.keyboard.press('Enter');
  // The terms, or the data at once.
  const accept = page.getByRole('button', { name: 'Accepter' });
  await accept.or(page.locator('#content')).first().waitFor();
  if (await accept.isVisible()) await accept.click();
  await page.locator('#content').waitFor();
}
