import { setTimeout as delay } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import type { PlainPage } from './plain-chromium.ts';

/** ms after which what was collected is the system's again. */
const givenBackMilliseconds = 2000;
/** Zooms between two looks at the memory. */
const lookEvery = 50;

const goal = { goal: { atMost: 150 }, unit: 'MB' } as const;
const said =
  'what its process alone holds (Private_Dirty) once garbage is collected; no program listens to its requests';

async function heldAndUncollected(page: PlainPage): Promise<{ held: number; uncollected: number }> {
  const uncollected = await page.privateMegabytes();
  await page.send('HeapProfiler.collectGarbage');
  await delay(givenBackMilliseconds);
  return { held: await page.privateMegabytes(), uncollected };
}

/** Memory of a tab that shows a record. */
export async function memoryAtStart(page: PlainPage): Promise<Figure> {
  const { held, uncollected } = await heldAndUncollected(page);
  const note = `${said}; until then ${Math.round(uncollected)} MB`;
  return { name: 'memory of the tab before zooming', measured: held, ...goal, note };
}

/** And after minutes of zooming. */
export async function memoryAfterZooming(
  page: PlainPage,
  zoom: (step: number) => Promise<void>,
  minutes: number,
): Promise<Figure> {
  const until = performance.now() + minutes * 60_000;
  let [steps, most] = [0, 0];
  while (performance.now() < until) {
    await zoom(steps++);
    if (steps % lookEvery === 0) most = Math.max(most, await page.privateMegabytes());
  }
  const { held, uncollected } = await heldAndUncollected(page);
  const note = `${said}; until then ${Math.round(uncollected)} MB, ${Math.round(most)} at most; ${steps} zooms`;
  return { name: `memory of the tab after ${minutes} min of zooming`, measured: held, ...goal, note };
}
