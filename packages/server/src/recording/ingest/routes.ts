import { api, type DeviceStatus, isRefusal, limits, refuse } from '@sillage/contract';
import { reservedComments } from '../../administration/devices/index.ts';
import { clientExists, mayReachClient } from '../../administration/tenancy/index.ts';
import { Answer, type Principal, type Serve, type Viewer } from '../../platform/http/index.ts';
import { askToStreamFor } from './ask-to-stream.ts';
import { defaultTimeoutMs } from './call-devices.ts';
import { commandDevice, stopsRecord } from './command-device.ts';
import type { DeviceSession } from './device-session.ts';
import { findDevice, sees } from './find-devices.ts';
import type { Sessions } from './follow-devices.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { presentDevice } from './present-device.ts';
import { wantedModules } from './want-streams.ts';

interface Dependencies extends IngestDependencies {
  readonly sessions: Sessions;
}

const maxTimeoutMs = 120_000;
/** ms for which the outcome of a command that nobody waited for can be read. */
const outcomeKeptMs = 300_000;
/** Outcomes that wait to be read, each up to 64 KB; beyond, the oldest is forgotten. */
const maxOutcomes = 1000;

/** Devices with their live status, and commands to them. */
export function deviceRoutes(serve: Serve, dependencies: Dependencies): void {
  const { sessions, database, clock } = dependencies;
  const monotonicMs = () => clock.monotonicMs();
  const listed = async (caller: Viewer, clientId: number | undefined, wanted: (s: DeviceSession) => boolean) => {
    const found = (await sessions.refresh(clientId)).filter((session) => sees(caller, session) && wanted(session));
    return found.map((session) => presentDevice(session, monotonicMs()));
  };
  const counted = <T>(items: T[]) => ({ items, total: items.length });
  const ownClient = ({ scope, principal }: Viewer) => (scope === 'everything' ? undefined : principal.clientId);

  serve(api.listRealtimeDevices, async ({ params, principal, scope }) => {
    const mayReach = mayReachClient({ principal, scope }, params.clientId);
    if (!mayReach || !(await clientExists(database.db, params.clientId))) return refuse('entity.notFound');
    return listed({ principal, scope }, params.clientId, () => true);
  });
  serve(api.countConnectedDevices, async ({ principal, scope }) => {
    const caller = { principal, scope };
    return { count: (await listed(caller, ownClient(caller), (session) => session.connected)).length };
  });
  serve(api.listConnectedDevices, async ({ principal, scope }) => {
    const caller = { principal, scope };
    return counted(await listed(caller, ownClient(caller), (session) => session.connected));
  });
  serve(api.listRecordingDevices, async ({ principal, scope }) => {
    const caller = { principal, scope };
    const isRecording = (session: DeviceSession) => session.connected && session.report?.record != null;
    return counted(await listed(caller, ownClient(caller), isRecording));
  });
  serve(api.readDeviceStatus, async ({ params, principal, scope }) => {
    const session = await findDevice(sessions, { principal, scope }, params);
    if (isRefusal(session)) return session;
    const { number, name, is_connected, state, recTime, deviceRecId, battery } = presentDevice(session, monotonicMs());
    return { number, name, is_connected, state, recTime, deviceRecId, battery };
  });
  serve(api.readDeviceSettings, async ({ params, principal, scope }) => {
    const session = await findDevice(sessions, { principal, scope }, params);
    return isRefusal(session) ? session : presentFor({ principal, scope }, session, monotonicMs());
  });
  serve(api.requestRealtime, async ({ params, body, principal, scope }) => {
    const session = await findDevice(sessions, { principal, scope }, params);
    if (isRefusal(session)) return session;
    if (!session.connected) return refuse('device.notConnected');
    const modules = wantedModules(session.meta, body);
    if (isRefusal(modules)) return modules;
    const answer = await askToStreamFor(dependencies, session, callerOf(principal), modules);
    return isRefusal(answer) ? answer : { hold: limits.realtimeHoldSeconds };
  });
  commandRoutes(serve, dependencies);
}

function commandRoutes(serve: Serve, dependencies: Dependencies): void {
  const { sessions } = dependencies;
  const outcomes = new Map<string, { number: number; outcome: unknown; settled: boolean }>();

  function remember(id: string, number: number, outcome: Promise<unknown>): void {
    const entry = { number, outcome: undefined as unknown, settled: false };
    const [oldest] = outcomes.keys();
    if (outcomes.size >= maxOutcomes && oldest !== undefined) outcomes.delete(oldest);
    outcomes.set(id, entry);
    outcome
      .catch((error: unknown) => {
        dependencies.log.error({ device: number, error: String(error) }, 'what follows a command failed');
        return refuse('server.unavailable');
      })
      .then((value) => {
        entry.outcome = value;
        entry.settled = true;
      })
      .finally(() => setTimeout(() => outcomes.delete(id), outcomeKeptMs).unref());
  }

  serve(api.requestRpc, async ({ params, body, principal, scope }) => {
    const session = await findDevice(sessions, { principal, scope }, params);
    if (isRefusal(session)) return session;
    if (!session.connected) return refuse('device.notConnected');
    const method = methodOf(session, body);
    const timeoutMs = body.timeout > 0 ? Math.min(body.timeout * 1000, maxTimeoutMs) : defaultTimeoutMs;
    const command = commandDevice(dependencies, session, method, body.params, timeoutMs);
    if (isRefusal(command)) return command;
    const { id } = command;
    const followed = command.outcome.then((value) => (isRefusal(value) ? value : presentResult(method, value)));
    if (!body.wait_for_result) {
      remember(id, session.number, followed);
      return new Answer(201, { id });
    }
    const result = await followed;
    return isRefusal(result) ? result : new Answer(200, result ?? {});
  });

  serve(api.readRpcResponse, async ({ params, body, principal, scope }) => {
    const session = await findDevice(sessions, { principal, scope }, params);
    if (isRefusal(session)) return session;
    const entry = outcomes.get(body.id);
    if (entry?.number !== session.number) return refuse('entity.notFound');
    if (!entry.settled) return new Answer(202, { id: body.id });
    return isRefusal(entry.outcome) ? entry.outcome : new Answer(200, entry.outcome ?? {});
  });
}

/** A person in one browser, or a program by its key. */
function callerOf({ userId, sessionId, apiKeyId }: Principal): string {
  return `${userId} ${sessionId ?? ''} ${apiKeyId ?? ''}`;
}

/** A device with the comments that are for this caller, which the rooms of the socket do not carry. */
function presentFor({ principal }: Viewer, session: DeviceSession, monotonicMs: number): DeviceStatus {
  return { ...presentDevice(session, monotonicMs), ...reservedComments(principal.roles, session.row) };
}

/** The command that a body names, by itself or by its feature. */
function methodOf(
  session: DeviceSession,
  body: { method?: string | undefined; feature?: string | undefined; cmd_type?: string | undefined },
): string {
  const { feature = '', cmd_type: type = '' } = body;
  const { features } = presentDevice(session, 0);
  return body.method ?? features[feature]?.[type] ?? `${feature}.${type}`;
}

/** `id` at the top of an answer means a command to ask about, so no result has it there. */
function presentResult(method: string, result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('id' in result)) return result;
  if (method !== stopsRecord) return { result };
  const { id, ...rest } = result;
  return { recordId: id, ...rest };
}
