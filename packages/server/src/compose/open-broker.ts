import { type AuthenticateDevice, type Broker, connectBroker, createEmbeddedBroker } from '../platform/broker/index.ts';
import type { Log } from '../platform/log/index.ts';
import type { ServerOptions } from './options.ts';

/** The embedded broker, or the external one when its address is given. */
export async function openBroker(
  options: Pick<ServerOptions, 'brokerUrl' | 'host' | 'mqttPort'>,
  authenticate: AuthenticateDevice,
  log: Log,
): Promise<Broker & { readonly port: number | undefined }> {
  if (options.brokerUrl !== undefined) {
    return { ...(await connectBroker({ url: options.brokerUrl, log })), port: undefined };
  }
  return createEmbeddedBroker({ host: options.host, port: options.mqttPort, authenticate, log });
}
