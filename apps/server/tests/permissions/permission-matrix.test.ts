import { api, type Endpoint, ErrorBody, type Role, scopeOf } from '@sillage/contract';
import { startTestHub, type TestHub } from '@sillage/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cells } from './cells.ts';
import type { Cell, EndpointName } from './make-cell.ts';
import { absentId, type Kind, type Population, populate, type Target, type Where } from './populate-clients.ts';

const roles: readonly Role[] = ['Admin', 'Manager', 'Coach', 'Athlete'];
/** Kinds of which one client holds things that a coach or an athlete does not see. */
const grouped: readonly Kind[] = ['user', 'group', 'device', 'record', 'task'];
/** Kinds that belong to the server, not to a client. */
const common: readonly Kind[] = ['sport', 'deviceRelease', 'hardwareRelease', 'cloudUrl'];
const endpoints = new Map<EndpointName, Endpoint>(
  Object.entries(api).flatMap(([name, value]) => ('path' in value ? [[name as EndpointName, value]] : [])),
);

let hub: TestHub;
let people: Population;
beforeAll(async () => {
  hub = await startTestHub();
  people = await populate(hub);
});
afterAll(async () => {
  await hub?.stop();
});

interface Given {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

interface Answered {
  readonly status: number;
  /** Of a refusal. */
  readonly code: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly body: unknown;
}

async function ask(
  endpoint: Endpoint,
  authorization: string | undefined,
  given: Given,
  file = false,
): Promise<Answered> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(given.params?.[name] ?? absentId));
  const query = new URLSearchParams(Object.entries(given.query ?? {}).map(([name, value]) => [name, String(value)]));
  const headers = new Headers(authorization === undefined ? {} : { authorization });
  const form = new FormData();
  form.append('data', JSON.stringify(given.body ?? {}));
  form.append('file', new Blob(['T,imu.acc_x\n0,1\n0.01,2\n']), 'matrix.csv');
  if (!file && given.body !== undefined) headers.set('content-type', 'application/json');
  const json = given.body === undefined ? undefined : JSON.stringify(given.body);
  const response = await fetch(`${hub.url}/api${path}?${query}`, {
    method: endpoint.method,
    headers,
    body: (file ? form : json) ?? null,
  });
  const text = await response.text();
  const body: unknown = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : undefined;
  const refusal = response.ok ? undefined : ErrorBody.safeParse(body).data;
  return { status: response.status, code: refusal?.code, fields: refusal?.fields ?? {}, body };
}

type Verdict = 'reached' | 'session.required' | 'permission.denied' | 'entity.notFound';

/** What the table of the contract says of a role, an endpoint and where the thing is. */
function expected(role: Role, { access }: Endpoint, kind: Kind, where: Where): Verdict {
  if (access === 'open' || access === 'signedIn' || access === 'session') return 'reached';
  if (access === 'refreshToken' || access === 'broker' || access === 'hub') return 'reached';
  const scope = scopeOf([role], access);
  if (scope === undefined) return 'permission.denied';
  if (where === 'absent') return 'entity.notFound';
  if (scope === 'everything' || common.includes(kind)) return 'reached';
  const inReach = where === 'own' || (where === 'ownClient' && (scope === 'client' || !grouped.includes(kind)));
  return inReach ? 'reached' : 'entity.notFound';
}

function verdictOf({ code }: Answered): Verdict {
  const gates: readonly Verdict[] = ['session.required', 'permission.denied', 'entity.notFound'];
  return gates.find((gate) => gate === code) ?? 'reached';
}

const placesOf = (kind: Kind): readonly Where[] =>
  common.includes(kind)
    ? ['own', 'absent']
    : grouped.includes(kind)
      ? ['own', 'ownClient', 'foreign', 'absent']
      : ['own', 'foreign', 'absent'];

/** What the caller's own is: an athlete's own person is the athlete. */
async function targetFor(role: Role, cell: Extract<Cell, { on: Kind }>, where: Where): Promise<Target> {
  const { athleteId, clientId } = people.sides.own;
  if (cell.on === 'user' && role === 'Athlete' && where === 'own')
    return { id: athleteId, clientId, number: 0, selectionId: 0 };
  return cell.consumes ? people.fresh(cell.on, where) : people.target(cell.on, where);
}

const Listed = z.union([
  z.array(z.object({ id: z.int() })),
  z.object({ items: z.array(z.object({ id: z.int() })) }).transform(({ items }) => items),
  z.object({ records: z.array(z.object({ id: z.int() })) }).transform(({ records }) => records),
]);

async function walkTarget(name: string, endpoint: Endpoint, cell: Extract<Cell, { on: Kind }>): Promise<void> {
  for (const where of placesOf(cell.on)) {
    for (const role of roles) {
      const target = await targetFor(role, cell, where);
      const given = cell.with?.(target) ?? {};
      const reached = expected(role, endpoint, cell.on, where);
      const answered = await ask(endpoint, people.callers[role], given);
      expect.soft({ name, role, where, verdict: verdictOf(answered), status: answered.status < 500 }).toEqual({
        name,
        role,
        where,
        verdict: cell.holdsNothing && reached === 'reached' ? 'entity.notFound' : reached,
        status: true,
      });
    }
  }
}

async function walkList(name: string, endpoint: Endpoint, cell: Extract<Cell, { shows: Kind }>): Promise<void> {
  const all = { pageSize: -1 };
  const places = placesOf(cell.shows).filter((place) => place !== 'absent');
  for (const where of places) await people.target(cell.shows, where);
  for (const role of roles) {
    const clientId = people.sides.own.clientId;
    const body = endpoint.method === 'POST' ? all : undefined;
    const answered = await ask(endpoint, people.callers[role], {
      body,
      query: cell.query ?? {},
      ...cell.with?.(clientId),
    });
    const reachable = expected(role, endpoint, cell.shows, 'own');
    expect.soft({ name, role, verdict: verdictOf(answered) }).toEqual({ name, role, verdict: reachable });
    if (reachable !== 'reached') continue;
    const ids = cell.of?.(answered.body) ?? Listed.parse(answered.body).map(({ id }) => id);
    for (const where of places) {
      const target =
        cell.shows === 'user' && where === 'own' && role === 'Athlete'
          ? { id: people.sides.own.athleteId }
          : await people.target(cell.shows, where);
      const ofThisClient = cell.with === undefined || where !== 'foreign';
      const shown = expected(role, endpoint, cell.shows, where) === 'reached' && ofThisClient;
      expect.soft({ name, role, where, shown: ids.includes(target.id) }).toEqual({ name, role, where, shown });
    }
    if (cell.with === undefined) continue;
    const foreign = await ask(endpoint, people.callers[role], cell.with(people.sides.foreign.clientId));
    const verdict = role === 'Admin' ? 'reached' : 'entity.notFound';
    expect
      .soft({ name, role, client: 'foreign', verdict: verdictOf(foreign) })
      .toEqual({ name, role, client: 'foreign', verdict });
  }
}

let added = 0;
async function walkAdding(name: string, endpoint: Endpoint, cell: Extract<Cell, { adds: unknown }>): Promise<void> {
  const clientIds = { own: people.sides.own.clientId, foreign: people.sides.foreign.clientId, absent: absentId };
  for (const where of ['own', 'foreign', 'absent'] as const) {
    for (const role of roles) {
      added += 1;
      const answered = await ask(
        endpoint,
        people.callers[role],
        { body: cell.adds(clientIds[where], added) },
        cell.file,
      );
      const table = expected(role, endpoint, 'client', where);
      const refusedClient = answered.status === 422 && Object.keys(answered.fields).includes('client_id');
      const outcome = refusedClient ? 'entity.notFound' : answered.status < 300 ? 'reached' : verdictOf(answered);
      expect.soft({ name, role, where, outcome }).toEqual({ name, role, where, outcome: table });
    }
  }
}

async function walkGate(name: string, endpoint: Endpoint, given: Given): Promise<void> {
  for (const role of roles) {
    const answered = await ask(endpoint, people.callers[role], given);
    const allowed = expected(role, endpoint, 'client', 'own');
    const reached =
      answered.code !== 'permission.denied' && answered.code !== 'session.required' && answered.status < 500;
    expect.soft({ name, role, reached }).toEqual({ name, role, reached: allowed === 'reached' });
  }
}

describe('each endpoint lets in whom the permission table says', () => {
  for (const [name, endpoint] of endpoints) {
    const cell = cells[name];
    test(`${endpoint.method} ${endpoint.path} (${endpoint.access})`, async () => {
      if ('gate' in cell) return cell.gate === 'not called' ? undefined : walkGate(name, endpoint, cell.gate);
      if ('on' in cell) return walkTarget(name, endpoint, cell);
      if ('shows' in cell) return walkList(name, endpoint, cell);
      return walkAdding(name, endpoint, cell);
    });
  }
});

describe('each endpoint that is not open is closed', () => {
  for (const [name, endpoint] of endpoints) {
    if (endpoint.access === 'open' || endpoint.access === 'broker' || endpoint.access === 'hub') continue;
    test(`${endpoint.method} ${endpoint.path} to nobody and to a device’s secret`, async () => {
      const secret = people.deviceSecret;
      const cell = cells[name];
      const given = 'gate' in cell && cell.gate !== 'not called' ? cell.gate : {};
      for (const authorization of [undefined, `Bearer ${secret}`, `ApiKey ${secret}`]) {
        expect.soft((await ask(endpoint, authorization, given)).status).toBe(401);
      }
    });
  }
});

test('every endpoint of the contract is served', async () => {
  for (const endpoint of endpoints.values()) {
    const { code } = await ask(endpoint, undefined, {});
    expect.soft({ path: endpoint.path, code }).not.toMatchObject({ code: 'route.notFound' });
  }
});
