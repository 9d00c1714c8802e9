import axe, { type RunOptions } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';

export const appearances = [
  { theme: 'light', language: 'fr' },
  { theme: 'dark', language: 'fr' },
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'en' },
] as const;
type Appearance = (typeof appearances)[number];

/** In words that the screen shows once its sentences are there: in the frame, or on the login screen. */
const shownIn = {
  fr: 'nav[aria-label="Navigation principale"], h1:text-is("Se connecter")',
  en: 'nav[aria-label="Main navigation"], h1:text-is("Sign in")',
} as const;

const options: RunOptions = {
  resultTypes: ['violations'],
  // Off unless asked for: of WCAG 2.2, or not yet counted among the settled rules.
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
};

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Another tab of the same browser, in which a person changes how Sillage looks; all tabs follow. */
export async function openSecondTab(context: BrowserContext, hubUrl: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(`${hubUrl}/api/health`);
  return tab;
}

export async function showAs(page: Page, secondTab: Page, { theme, language }: Appearance): Promise<void> {
  await secondTab.evaluate((value) => localStorage.setItem('sillage.appearance', value), `${theme} ${language}`);
  await page.locator(`html[data-theme="${theme}"][lang="${language}"]`).waitFor({ state: 'attached' });
  await page.locator(shownIn[language]).first().waitFor({ state: 'attached' });
}

/** Nothing fades or slides any more; what moves for ever does not count. */
function isAtRest(): boolean {
  return document
    .getAnimations()
    .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity);
}

/** Waits until the page stands still. */
export async function restOf(page: Page): Promise<void> {
  await page.waitForFunction(isAtRest);
}

/** What axe-core finds wrong on the page as it is, a line a rule: how often, and the first place. */
export async function audit(page: Page): Promise<string[]> {
  await restOf(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate((given) => window.axe.run(document, given), options);
  return violations.map(({ id, nodes }) => {
    const [first] = nodes;
    const why = [...(first?.any ?? []), ...(first?.all ?? []), ...(first?.none ?? [])].map(({ message }) => message);
    return `${id} × ${nodes.length}: ${first?.target.join(' ')} ${first?.html.slice(0, 200)} (${why.join('; ')})`;
  });
}

/** Audits a page in both themes and both languages; it ends as it began, light and French. */
export async function auditInEveryLook(page: Page, secondTab: Page): Promise<string[]> {
  const found: string[] = [];
  for (const look of appearances) {
    await showAs(page, secondTab, look);
    for (const problem of await audit(page)) found.push(`${look.theme} ${look.language} ${problem}`);
  }
  await showAs(page, secondTab, appearances[0]);
  return found;
}
