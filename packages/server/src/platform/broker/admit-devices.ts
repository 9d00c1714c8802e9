import { deviceUsername, parseDeviceUsername, topics } from '@sillage/device-protocol';
import type { AuthenticateError, Client as MqttClient } from 'aedes';
import type { Tally } from '../tally/index.ts';
import type { AuthenticateDevice } from './broker.ts';

/** Who is connected already, by device number. */
interface Connections {
  has(number: number): boolean;
  mayTakeOver(number: number): boolean;
}

interface Asking {
  readonly mqttClient: MqttClient;
  readonly username: string | undefined;
  readonly password: Buffer | undefined;
  /** Where its last will goes; undefined when it has none. */
  readonly willTopic: string | undefined;
}

interface Gate {
  readonly authenticate: AuthenticateDevice;
  readonly tally: Pick<Tally, 'count'>;
  readonly connections: Connections;
}

/** Answers why a connection is refused, null when it is not. Refusals and take-overs are counted. */
export async function admit(
  { authenticate, tally, connections }: Gate,
  asking: Asking,
): Promise<AuthenticateError | null> {
  const { mqttClient } = asking;
  const number = parseDeviceUsername(mqttClient.id);
  const refused = (await authenticateClient(authenticate, asking)) ?? refuseTakeover(connections, number);
  if (refused !== null) countRefused(tally, 'login.refused', mqttClient, refused.message);
  else if (number !== undefined && connections.has(number)) tally.count('connection.takenOver', { device: number });
  return refused;
}

function refuseTakeover(connections: Connections, number: number | undefined): AuthenticateError | null {
  if (number === undefined || !connections.has(number) || connections.mayTakeOver(number)) return null;
  return refusal('another connection of this device is there', 3);
}

async function authenticateClient(
  authenticate: AuthenticateDevice,
  { mqttClient, username, password, willTopic }: Asking,
): Promise<AuthenticateError | null> {
  if (username === undefined || password === undefined) return refusal('credentials are missing', 4);
  const number = await authenticate(username, password.toString());
  if (number === undefined) return refusal('bad user name or password', 4);
  // The client id decides whose connection is taken over, so it must be the device's own.
  if (mqttClient.id !== deviceUsername(number)) return refusal(`the client id must be ${deviceUsername(number)}`, 2);
  // One without a will is let in: its end is told in any case. One for another topic would tell it of another device.
  if (willTopic !== undefined && willTopic !== topics.status(number)) {
    return refusal(`the last will must go to ${topics.status(number)}`, 5);
  }
  return null;
}

export function refusal(message: string, returnCode: number): AuthenticateError {
  return Object.assign(new Error(message), { returnCode });
}

/** Counts what a device did that is not taken, by its number where its name tells one. */
export function countRefused(
  tally: Pick<Tally, 'count'>,
  what: 'login.refused' | 'packet.refused',
  mqttClient: MqttClient,
  reason: string,
) {
  const device = parseDeviceUsername(mqttClient.id ?? '');
  tally.count(what, device === undefined ? { reason } : { device, reason });
}
