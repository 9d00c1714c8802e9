import { setTimeout as delay } from 'node:timers/promises';
import { administrator } from '@sillage/testkit';
import type { PlainPage } from './plain-chromium.ts';

/** ms that a record is left alone once its curves stand. */
const settledMilliseconds = 2000;

/** Signs the administrator of a test hub in, and opens a record. */
export async function openRecord(page: PlainPage, url: string, id: number): Promise<void> {
  await page.send('Page.navigate', { url: `${url}/login` });
  await page.until('the login', `document.querySelector('input[type=email]') !== null`);
  for (const [field, text] of [
    ['email', administrator.mail],
    ['password', administrator.password],
  ]) {
    await page.evaluate(`document.querySelector('input[type=${field}]').focus()`);
    await page.send('Input.insertText', { text });
  }
  await page.evaluate(`document.querySelector('button[type=submit]').click()`);
  const accept = `[...document.querySelectorAll('[role=dialog] button')].find((one) => one.textContent.startsWith('Accepter'))`;
  await page.until('a session', `document.querySelector('#content') !== null || ${accept} !== undefined`);
  await page.evaluate(`void ${accept}?.click()`);
  await page.until('the data', `document.querySelector('#content') !== null`);
  await page.send('Page.navigate', { url: `${url}/records/${id}` });
  await page.until('curves', `document.querySelector('canvas') !== null`);
  await delay(settledMilliseconds);
}

/** A turn of the wheel over the curves: in and out again, around one place after the other. */
export async function turnWheel(page: PlainPage, step: number, width: number): Promise<void> {
  const place = 0.15 + 0.7 * (((step * 7) % 19) / 19);
  const at = { x: 280 + place * (width - 380), y: 320 };
  await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at });
  const deltaY = Math.floor(step / 6) % 2 === 0 ? -240 : 240;
  await page.send('Input.dispatchMouseEvent', { type: 'mouseWheel', deltaX: 0, deltaY, ...at });
}
