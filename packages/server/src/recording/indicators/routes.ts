import { watchIndicators } from '@sillage/analysis';
import { api, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { clientExists, mayReachClient } from '../../administration/tenancy/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Serve, Viewer } from '../../platform/http/index.ts';
import { choose, kindsOf, readChoices, toldBy } from './choose-indicators.ts';
import { type MeasuringDevice, variablesOf } from './create-indicators.ts';

interface Dependencies {
  readonly database: Pick<Database, 'db'>;
  /** The device of a path, when the viewer may see it. */
  readonly findDevice: (
    viewer: Viewer,
    params: { readonly clientId: number; readonly deviceNumber: number },
  ) => Promise<{ readonly number: number } | Refusal>;
  readonly deviceOf: (number: number) => MeasuringDevice | undefined;
}

/** Which indicators there are, and who chose them. */
export function indicatorRoutes(serve: Serve, { database: { db }, findDevice, deviceOf }: Dependencies): void {
  const reach = async (viewer: Viewer, clientId: number) =>
    mayReachClient(viewer, clientId) && (await clientExists(db, clientId));

  serve(api.readClientIndicators, async ({ params: { clientId }, principal, scope }) =>
    (await reach({ principal, scope }, clientId)) ? readChoices(db, clientId) : refuse('entity.notFound'),
  );
  serve(api.chooseClientIndicators, async ({ params: { clientId }, body, principal, scope }) =>
    (await reach({ principal, scope }, clientId)) ? choose(db, clientId, body) : refuse('entity.notFound'),
  );
  serve(api.readDeviceIndicators, async ({ params, principal, scope }) => {
    const found = await findDevice({ principal, scope }, params);
    if (isRefusal(found)) return found;
    const device = deviceOf(found.number);
    if (device === undefined) return refuse('entity.notFound');
    const { sport, names } = await toldBy(db, device.id, device.recordId);
    const watch = watchIndicators(variablesOf(device.meta), sport, names);
    const told = names.filter((name) => name === 'recordTime' || watch.names.includes(name));
    return { sport: sport ?? null, indicators: kindsOf(told) };
  });
}
