import {
  aboveAthletes,
  api,
  isRefusal,
  isSharedByStaff,
  judgesRows,
  type Parameter,
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
import { type Held, mergeParameters, readParameters } from './read-parameters.ts';
import type { JudgeFormula } from './refuse-channel.ts';

interface One extends Viewer {
  readonly principal: Principal;
  readonly params: { readonly tableName: ParameterTable; readonly id: number };
  readonly query: { readonly cookie_name: string };
}

/** Who looks after athletes shares views and computed channels in the club, whose other parameters are its managers'. */
function mayAdd({ principal }: Pick<One, 'principal'>, target: Target, name: string): boolean {
  const shares = target.table === 'Client' && isSharedByStaff(name);
  return target.editable || (shares && ranksAmong(principal.roles, aboveAthletes));
}

/** What somebody shared is changed by them, and by who changes all parameters of the club. */
function mayChange(call: Pick<One, 'principal'>, target: Target, { parameter, addedBy }: Held): boolean {
  return target.editable || (mayAdd(call, target, parameter.name) && addedBy === call.principal.userId);
}

/** Parameters as the caller is answered them, with what they may do with each. */
function present(call: Pick<One, 'principal'>, target: Target): (held: Held) => Parameter {
  const judge = judgesRows(api.parameterRows, call.principal);
  return (held) => {
    const edit = mayChange(call, target, held);
    return { ...held.parameter, may: judge({ edit, delete: edit && held.parameter.custom }) };
  };
}

interface Dependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly judgeFormula: JudgeFormula;
}

/** Parameters ("cookies" in addresses) of people, clients, sports, sensors, devices and of all. */
export function parameterRoutes(serve: Serve, { db, clock, judgeFormula }: Dependencies): void {
  const targetOf = (call: Pick<One, 'principal' | 'scope' | 'params'>) =>
    findTarget(db, call, call.params.tableName, call.params.id);

  const readOne = async (call: One, target: Target) => {
    const held = await readParameter(db, target, call.query.cookie_name);
    return isRefusal(held) ? held : present(call, target)(held);
  };
  const changeOf = ({ principal, query }: One, target: Target): Change => {
    return { target, name: query.cookie_name, userId: principal.userId, clock, judgeFormula };
  };

  /** The target of a parameter that is there and that the caller may change. */
  async function changeable(call: One): Promise<Target | Refusal> {
    const target = await targetOf(call);
    if (isRefusal(target)) return target;
    if (!mayAdd(call, target, call.query.cookie_name)) return refuse('permission.denied');
    const held = await readParameter(db, target, call.query.cookie_name);
    if (isRefusal(held)) return held;
    return mayChange(call, target, held) ? target : refuse('permission.denied');
  }

  /** Changes a parameter that the caller may change; answers it as it is then. */
  async function change(call: One, write: (of: Change) => Promise<undefined | Refusal>) {
    const target = await changeable(call);
    if (isRefusal(target)) return target;
    const refusal = await write(changeOf(call, target));
    return isRefusal(refusal) ? refusal : readOne(call, target);
  }

  serve(api.listParameters, async (call) => {
    const target = await targetOf(call);
    if (isRefusal(target)) return target;
    const all = await readParameters(db, target);
    const shown = present(call, target);
    return Object.fromEntries([...all].map(([name, held]) => [name, shown(held)]));
  });
  serve(api.readParameter, async (call) => {
    const target = await targetOf(call);
    return isRefusal(target) ? target : readOne(call, target);
  });
  serve(api.createParameter, async (call) => {
    const target = await targetOf(call);
    if (isRefusal(target)) return target;
    if (!mayAdd(call, target, call.query.cookie_name)) return refuse('permission.denied');
    const refusal = await createParameter(db, changeOf(call, target), call.body);
    return isRefusal(refusal) ? refusal : readOne(call, target);
  });
  serve(api.setParameter, (call) => change(call, (of) => setParameter(db, of, call.body)));
  serve(api.resetParameter, (call) => change(call, (of) => resetParameter(db, of)));
  serve(api.deleteParameter, async (call) => {
    const target = await changeable(call);
    return isRefusal(target) ? target : deleteParameter(db, changeOf(call, target));
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
