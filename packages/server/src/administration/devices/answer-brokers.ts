import { api, type BodyOf } from '@sillage/contract';
import { deviceClientIds, mayPublish, maySubscribe, parseDeviceUsername } from '@sillage/device-protocol';
import type { AuthenticateDevice } from '../../platform/broker/index.ts';
import type { Serve } from '../../platform/http/index.ts';

interface Dependencies {
  readonly authenticate: AuthenticateDevice;
}

/** What an MQTT broker that runs elsewhere asks of devices, so that they are set up here and nowhere else. */
export function brokerRoutes(serve: Serve, { authenticate }: Dependencies): void {
  serve(api.authenticateForBroker, async ({ body: { username, password, clientid } }) => {
    const number = await authenticate(username, password);
    if (number === undefined) return verdict('bad user name or password');
    // The client id decides whose connection is taken over.
    const own = clientid === undefined || deviceClientIds(number).includes(clientid);
    return verdict(own ? undefined : `the client id must be ${deviceClientIds(number).join(' or ')}`);
  });
  serve(api.authorizeForBroker, async ({ body }) => verdict(mayUse(body) ? undefined : 'not a topic of this device'));
}

function mayUse({ username, topic, action, acc }: BodyOf<typeof api.authorizeForBroker>): boolean {
  const number = parseDeviceUsername(username);
  if (number === undefined) return false;
  if (action === 'publish' || acc === 2) return mayPublish(number, topic);
  return (action === 'subscribe' || acc === 1 || acc === 4) && maySubscribe(number, topic);
}

function verdict(refused: string | undefined) {
  const ok = refused === undefined;
  return {
    result: ok ? ('allow' as const) : ('deny' as const),
    is_superuser: false as const,
    Ok: ok,
    Error: refused ?? '',
  };
}
