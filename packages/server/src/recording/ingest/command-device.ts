import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import { type RpcMethod, rpcMethods } from '@sillage/device-protocol';
import { renameDevice } from '../../administration/devices/index.ts';
import { defaultTimeoutMs } from './call-devices.ts';
import type { DeviceSession } from './device-session.ts';
import { stopRecord } from './follow-records.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { presentDevice } from './present-device.ts';

const startsRecord: RpcMethod = 'v1.record.rec.start';
export const stopsRecord = 'v1.record.rec.stop' satisfies RpcMethod;
/** Commands by which the server itself looks after the device's memory; another hand would lose samples, or half a firmware. */
const internalMethods: ReadonlySet<string> = new Set<RpcMethod>([
  'v1.record.rec.delete',
  'v1.record.block.resend',
  'v1.firmware.begin',
  'v1.firmware.chunk',
  'v1.firmware.apply',
  'v1.firmware.cancel',
]);

/** A command under way. */
interface Command {
  readonly id: string;
  /** The device's result, or a refusal, once the server has done what follows from it. */
  readonly outcome: Promise<unknown>;
}

/**
 * Sends a device a command of the protocol, or another that it offers, and does what follows from it: the record that it
 * ended is repaired, its new name is kept.
 */
export function commandDevice(
  dependencies: IngestDependencies,
  session: DeviceSession,
  method: string,
  params: Readonly<Record<string, unknown>>,
  timeoutMs = defaultTimeoutMs,
): Command | Refusal {
  if (!session.connected) return refuse('device.notConnected');
  if (!isOffered(session, method)) return refuse('device.unknownMethod', { method });
  const given = checkedParams(method, params);
  if (isRefusal(given)) return given;
  const field = session.undescribed;
  if (method === startsRecord && field !== undefined) return refuse('device.notDescribed', { field });
  const full = method === startsRecord ? dependencies.disk.refuseNewRecord() : undefined;
  if (full !== undefined) return full;
  const { connection } = session;
  const { id, outcome } = dependencies.caller.send(session.number, method, given, timeoutMs);
  return {
    id,
    outcome: outcome.then((value) => follow(dependencies, session, { method, params: given, connection }, value)),
  };
}

function isOffered(session: DeviceSession, method: string): boolean {
  if (internalMethods.has(method)) return false;
  const { features } = presentDevice(session, 0);
  return (
    isProtocolMethod(method) || Object.values(features).some((commands) => Object.values(commands).includes(method))
  );
}

function checkedParams(method: string, params: Readonly<Record<string, unknown>>): Record<string, unknown> | Refusal {
  if (!isProtocolMethod(method)) return params;
  const checked = rpcMethods[method].params.safeParse(params);
  if (checked.success) return checked.data;
  const fields = Object.fromEntries(
    checked.error.issues.map((issue) => [`params.${issue.path.join('.')}`, issue.code]),
  );
  return refuse('request.invalid', {}, fields);
}

function isProtocolMethod(method: string): method is RpcMethod {
  return Object.hasOwn(rpcMethods, method);
}

interface Sent {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The connection of the device in which it was sent. */
  readonly connection: number;
}

/** What the server itself does once a command was carried out. */
async function follow(
  dependencies: IngestDependencies,
  session: DeviceSession,
  { method, params, connection }: Sent,
  outcome: unknown,
): Promise<unknown> {
  if (isRefusal(outcome)) return outcome;
  if (method === stopsRecord) {
    const stored = rpcMethods[method].result.safeParse(outcome);
    const record = stored.success ? session.records.get(stored.data.id) : undefined;
    if (stored.success && record !== undefined) {
      stopRecord(dependencies, session, record, { stored: stored.data, connection });
    }
  } else if (method === 'v1.device.rename' && typeof params.name === 'string') {
    session.toldName(params.name);
    await renameDevice(dependencies.database.db, session.number, params.name);
  }
  return outcome;
}
