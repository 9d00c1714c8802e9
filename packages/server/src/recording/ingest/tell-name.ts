import { isRefusal } from '@sillage/contract';
import { rpcMethods } from '@sillage/device-protocol';
import { aboutDevice } from './about-device.ts';
import type { DeviceSession } from './device-session.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';

/** Longest name that a device takes. */
const maxNameLength = 60;

/**
 * Gives a device the name that its row has, when it last said another one: at its connection, and when it is renamed
 * while it is there. Once a connection and name: one that does not take it is not asked again and again.
 */
export async function tellName(
  { caller, log }: Pick<IngestDependencies, 'caller' | 'log'>,
  session: DeviceSession,
): Promise<void> {
  const { meta, row, connected, number } = session;
  const given = rpcMethods['v1.device.rename'].params.safeParse({ name: row.name.slice(0, maxNameLength) });
  // Devices of this number that never said what they are may not know the command.
  if (!connected || meta === undefined || !given.success || given.data.name === meta.name) return;
  if (!session.toldName(given.data.name)) return;
  const outcome = await caller.call(number, 'v1.device.rename', given.data);
  if (isRefusal(outcome)) log.warn({ ...aboutDevice(session), reason: outcome.code }, 'a device did not take its name');
}
