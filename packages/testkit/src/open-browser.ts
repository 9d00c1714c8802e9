import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium-headless-shell',
];

/** Where the system's Chromium is. */
export function findChromium(): string {
  const executablePath = [process.env.SILLAGE_CHROMIUM, ...places].find((path) => path && existsSync(path));
  if (executablePath === undefined) throw new Error('no Chromium: set SILLAGE_CHROMIUM to its path');
  return executablePath;
}

/** MB of garbage before a page looks for the first: a page of a test is short-lived, looking is a tenth of what it costs. */
const testHeap = '--js-flags=--initial-old-space-size=256';

/**
 * The system's Chromium, headless and without the calls home that a closed network refuses; to measure, with the
 * memory management that users have.
 */
export async function openBrowser(purpose: 'test' | 'measure' = 'test'): Promise<Browser> {
  // Half a second of the processor, which most tests of a hub do without.
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      ...(purpose === 'test' ? [testHeap] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
