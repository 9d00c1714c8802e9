import { api, isRefusal, limits, type Refusal, refuse, type ServerSettings } from '@sillage/contract';
import type { z } from 'zod';
import type { Serve } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Machine } from './control-machine.ts';
import type { SettingsHolder } from './open-server-settings.ts';

export interface ServerDependencies {
  readonly settings: SettingsHolder;
  readonly log: Log;
  readonly role: 'hub' | 'cloud';
  readonly machine: Machine;
  /** Ends the program so that whoever runs it starts it again; undefined where nobody would. */
  readonly restart: (() => void) | undefined;
}

type What = z.output<typeof api.restartServer.body>['what'];

/** ms; the answer goes out first. */
const restartDelayMs = 200;

/** What is set for the whole server, the terms, the timezones, and starting again. */
export function serverRoutes(serve: Serve, dependencies: ServerDependencies): void {
  const { settings, machine, restart } = dependencies;
  const inForce = (values: ServerSettings) => ({ ...values, set_by_variable: settings.setByVariable });
  serve(api.readServerSettings, async () => inForce(settings.current()));
  serve(api.editServerSettings, async ({ body }) => {
    const saved = await settings.change(body);
    return isRefusal(saved) ? saved : inForce(saved);
  });
  serve(api.readTerms, async () => {
    const { terms, notice } = settings.current();
    return { terms, notice, terms_date: settings.termsDate() };
  });
  serve(api.listTimezones, async () => ({ timezones: knownTimezones() }));
  serve(api.readRestartables, async () => ({
    can_poweroff: machine.controllable,
    can_reboot: machine.controllable,
    can_restart_services: restart !== undefined,
    restartable_services: restart === undefined ? [] : ['app'],
  }));
  serve(api.restartServer, async ({ body, principal }) => {
    const act = actionOf(body.what, dependencies);
    if (typeof act !== 'function') return act;
    dependencies.log.info({ what: body.what, userId: principal.userId }, 'a person restarts the server');
    const late = async () => act();
    setTimeout(() => {
      late().catch((error: unknown) =>
        dependencies.log.error({ what: body.what, error: String(error) }, 'the server could not be restarted'),
      );
    }, restartDelayMs);
    return { seconds: secondsOf[body.what] };
  });
}

/** s until it answers again; after a poweroff nothing does. */
const secondsOf: Readonly<Record<What, number>> = {
  app: limits.appRestartSeconds,
  hub: limits.hubRestartSeconds,
  poweroff: 0,
};

function actionOf(what: What, { role, machine, restart }: ServerDependencies): (() => void | Promise<void>) | Refusal {
  if (what === 'app') return restart ?? refuse('server.cannotRestart');
  if (role !== 'hub') return refuse('backend.wrongKind', { kind: role });
  if (!machine.controllable) return refuse('server.cannotRestart');
  return what === 'hub' ? machine.reboot : machine.poweroff;
}

function knownTimezones(): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}
