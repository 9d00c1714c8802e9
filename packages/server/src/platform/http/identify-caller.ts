import { createHash, timingSafeEqual } from 'node:crypto';
import {
  type Endpoint,
  isRefusal,
  onlyReads,
  type Permission,
  permissions,
  type Refusal,
  refuse,
  type Scope,
  scopeOf,
} from '@sillage/contract';
import type { FastifyRequest } from 'fastify';
import type { Authenticate, Principal } from './call.ts';
import { authorizationOf } from './carry-session-in-cookies.ts';

export interface IdentifyDependencies {
  readonly authenticate: Authenticate;
  /** What an MQTT broker that runs elsewhere shares with this server; undefined = it asks nothing. */
  readonly brokerSecret: string | undefined;
  /** Why the hub whose code an `Authorization` header bears is not let in; undefined = this server lets none in. */
  readonly whyNotHub: ((authorization: string) => Promise<Refusal | undefined>) | undefined;
}

export interface Caller {
  readonly principal: Principal | undefined;
  readonly scope: Scope | undefined;
  readonly authorization: string | undefined;
}

/** Who sends a request and how far their roles reach, before anything of its body is read. */
export async function identifyCaller(
  request: FastifyRequest,
  endpoint: Endpoint,
  { authenticate, brokerSecret, whyNotHub }: IdentifyDependencies,
): Promise<Caller | Refusal> {
  const { access } = endpoint;
  if (access === 'broker') return identifyBroker(request, brokerSecret);
  if (access === 'hub') return identifyHub(request, whyNotHub);
  const authorization = authorizationOf(request, access);
  if (isRefusal(authorization)) return authorization;
  const anonymous = { principal: undefined, scope: undefined, authorization };
  if (access === 'refreshToken') return authorization === undefined ? refuse('session.required') : anonymous;
  if (authorization === undefined) return access === 'open' ? anonymous : refuse('session.required');
  const principal = await authenticate(authorization);
  if (isRefusal(principal)) return access === 'open' ? anonymous : principal;
  const limited = refuseApiKey(principal, endpoint);
  if (limited !== undefined) return limited;
  if (!isPermission(access)) return { principal, scope: undefined, authorization };
  const scope = scopeOf(principal.roles, access);
  return scope === undefined ? refuse('permission.denied') : { principal, scope, authorization };
}

/** By a header, or in the address for brokers that set no headers. */
function identifyBroker({ headers, query }: FastifyRequest, secret: string | undefined): Caller | Refusal {
  const inAddress = typeof query === 'object' && query !== null && 'secret' in query ? query.secret : undefined;
  const given = headers['x-broker-secret'] ?? inAddress;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  if (secret === undefined || typeof given !== 'string') return refuse('broker.wrongSecret');
  if (!timingSafeEqual(digest(given), digest(secret))) return refuse('broker.wrongSecret');
  return { principal: undefined, scope: undefined, authorization: undefined };
}

async function identifyHub(
  { headers: { authorization } }: FastifyRequest,
  whyNot: IdentifyDependencies['whyNotHub'],
): Promise<Caller | Refusal> {
  if (authorization === undefined || whyNot === undefined) return refuse('sync.wrongCode');
  return (await whyNot(authorization)) ?? { principal: undefined, scope: undefined, authorization };
}

/** Keys never stand for the person where an account is changed, and those limited to reading change nothing. */
function refuseApiKey({ apiKey }: Principal, endpoint: Endpoint): Refusal | undefined {
  if (apiKey === undefined) return undefined;
  if (endpoint.access === 'session') return refuse('session.personOnly');
  return apiKey === 'read' && !isReading(endpoint) ? refuse('apiKey.readOnly') : undefined;
}

/** Whether an endpoint changes nothing of what people share. */
export const isReading = ({ access, method }: Endpoint): boolean =>
  isPermission(access) ? onlyReads(access) : method === 'GET';

function isPermission(access: string): access is Permission {
  return access in permissions;
}
