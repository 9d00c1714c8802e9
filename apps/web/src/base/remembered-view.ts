import type { Permission } from '@sillage/contract';
import { z } from 'zod';
import { create } from 'zustand';
import { resetWhenSignedOut } from './forget-user.ts';

/** The tables of the administration; with a permission: what managers and coaches need to look after it, too. */
export const adminViews = {
  clients: undefined,
  currentClient: 'client.edit',
  users: 'user.create',
  groups: 'group.edit',
  sports: undefined,
  exercises: 'exercise.edit',
  devices: 'device.edit',
  hubs: 'hub.read',
  modules: 'module.edit',
  mecaSensors: 'mecaSensor.edit',
  sensors: undefined,
  deviceReleases: undefined,
  hardwareReleases: undefined,
  configs: 'config.edit',
  scenarios: 'scenario.edit',
  compiledScenarios: 'scenario.compile',
  tasks: 'task.edit',
  health: undefined,
  backup: undefined,
} as const satisfies { readonly [view: string]: Permission | undefined };

/**
 * The sub-views of each page; the first is where a page opens. Their names on screen are
 * `views.PAGE.VIEW` in app.json, which the palette lists too.
 */
export const views = {
  settings: [
    'general',
    'account',
    'admin',
    'club',
    'calibration',
    'configuration',
    'sensors',
    'network',
    'devices',
    'logs',
  ],
  admin: Object.keys(adminViews) as (keyof typeof adminViews)[],
  about: ['notice', 'terms', 'versions', 'licences'],
} as const;

export type PageWithViews = keyof typeof views;
export type View<P extends PageWithViews> = (typeof views)[P][number];
type Remembered = { readonly [P in PageWithViews]: View<P> };

const storageKey = 'sillage.views';
const first: Remembered = { settings: 'general', admin: 'clients', about: 'notice' };
const Stored = z.object({
  settings: z.enum(views.settings).catch(first.settings),
  admin: z.enum(views.admin).catch(first.admin),
  about: z.enum(views.about).catch(first.about),
});

/** What the browser remembers; a view that no longer exists is the page's first. */
export function readRememberedViews(stored: string | null): Remembered {
  try {
    return Stored.parse(JSON.parse(stored ?? '{}'));
  } catch {
    return first;
  }
}

const useViews = create<Remembered>()(() => readRememberedViews(localStorage.getItem(storageKey)));

useViews.subscribe((remembered) => localStorage.setItem(storageKey, JSON.stringify(remembered)));
resetWhenSignedOut(() => useViews.setState(first));

/** The sub-view that was last open on a page. */
export function useRememberedView<P extends PageWithViews>(page: P): Remembered[P] {
  return useViews((remembered) => remembered[page]);
}

/** Opens a sub-view of a page, now or when the page is next shown. */
export function rememberView<P extends PageWithViews>(page: P, view: View<P>): void {
  useViews.setState({ [page]: view });
}
