import {
  aboveAthletes,
  api,
  isRefusal,
  isViewPreset,
  type ParameterTable,
  type Refusal,
  ranksAmong,
  refuse,
} from '@sillage/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Principal, Serve, Viewer } from '../../platform/http/index.ts';
import { clientExists, mayReachClient } from '../tenancy/index.ts';
import {
  type Change,
  createParameter,
  deleteParameter,
  readParameter,
  resetParameter,
  setParameter,
} from './change-parameters.ts';
import { findTarget, type Target } from './find-target.ts';
import { readDisplaySettings } from './read-display-settings.ts';
import { mergeParameters, readParameters } from './read-parameters.ts';

interface One extends Viewer {
  readonly principal: Principal;
  readonly params: { readonly tableName: ParameterTable; readonly id: number };
  readonly query: { readonly cookie_name: string };
}

/** Who looks after athletes shares views in the club, whose other parameters are its managers'. */
function mayChange({ principal, query }: One, target: Target): boolean {
  const shares = target.table === 'Client' && isViewPreset(query.cookie_name);
  return target.editable || (shares && ranksAmong(principal.roles, aboveAthletes));
}

/** Parameters ("cookies" in addresses) of people, clients, sports, sensors, devices and of all. */
export function parameterRoutes(serve: Serve, { db, clock }: { readonly db: Db; readonly clock: Clock }): void {
  const targetOf = (call: Pick<One, 'principal' | 'scope' | 'params'>) =>
    findTarget(db, call, call.params.tableName, call.params.id);

  /** Changes a parameter that the caller may change; answers it as it is then. */
  async function change(call: One, write: (of: Change) => Promise<undefined | Refusal>) {
    const target = await targetOf(call);
    if (isRefusal(target)) return target;
    if (!mayChange(call, target)) return refuse('permission.denied');
    const name = call.query.cookie_name;
    const refusal = await write({ target, name, userId: call.principal.userId, clock });
    if (isRefusal(refusal)) return refusal;
    const held = await readParameter(db, target, name);
    return isRefusal(held) ? held : held.parameter;
  }

  serve(api.listParameters, async (call) => {
    const target = await targetOf(call);
    if (isRefusal(target)) return target;
    const all = await readParameters(db, target);
    return Object.fromEntries([...all].map(([name, { parameter }]) => [name, parameter]));
  });
  serve(api.readParameter, async (call) => {
    const target = await targetOf(call);
    if (isRefusal(target)) return target;
    const held = await readParameter(db, target, call.query.cookie_name);
    return isRefusal(held) ? held : held.parameter;
  });
  serve(api.createParameter, (call) => change(call, (of) => createParameter(db, of, call.body)));
  serve(api.setParameter, (call) => change(call, (of) => setParameter(db, of, call.body)));
  serve(api.resetParameter, (call) => change(call, (of) => resetParameter(db, of)));
  serve(api.deleteParameter, async (call) => {
    const target = await targetOf(call);
    if (isRefusal(target)) return target;
    if (!mayChange(call, target)) return refuse('permission.denied');
    const { principal, query } = call;
    return deleteParameter(db, { target, name: query.cookie_name, userId: principal.userId, clock });
  });
  for (const [endpoint, category] of [
    [api.readPdfParameters, 'pdf_params'],
    [api.readRecordParameters, 'rec_params'],
  ] as const) {
    serve(endpoint, async ({ params, ...viewer }) => {
      const user = await findTarget(db, viewer, 'User', params.userId);
      const sport = params.sportId === 0 ? undefined : await findTarget(db, viewer, 'Sport', params.sportId);
      if (isRefusal(user)) return user;
      return isRefusal(sport) ? sport : mergeParameters(db, category, { user, sport });
    });
  }
  serve(api.readDisplaySettings, async ({ params, ...viewer }) => {
    const isThere = mayReachClient(viewer, params.clientId) && (await clientExists(db, params.clientId));
    return isThere ? readDisplaySettings(db, params.clientId) : refuse('entity.notFound');
  });
}
