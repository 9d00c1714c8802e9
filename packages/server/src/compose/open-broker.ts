import { type AuthenticateDevice, type Broker, connectBroker, createEmbeddedBroker } from '../platform/broker/index.ts';
import type { Log } from '../platform/log/index.ts';
import type { Tally } from '../platform/tally/index.ts';
import type { ServerOptions } from './options.ts';

interface Dependencies {
  readonly authenticate: AuthenticateDevice;
  readonly log: Log;
  readonly tally: Tally;
  /** ms to wait for an external broker that starts later than this program. */
  readonly patienceMs: number;
  readonly say: (sentence: string) => void;
  /** Whether an address is that of a proxy of ours. */
  readonly isOurs: (address: string) => boolean;
}

/** The embedded broker, or the external one when its address is given. */
export async function openBroker(
  options: Pick<ServerOptions, 'brokerUrl' | 'host' | 'mqttPort' | 'lostTo'>,
  { authenticate, log, tally, patienceMs, say, isOurs }: Dependencies,
): Promise<Broker & { readonly port: number | undefined }> {
  const { brokerUrl: url, host, mqttPort: port, lostTo } = options;
  if (url !== undefined) {
    return { ...(await connectBroker({ url, log, patienceMs, say, lostTo })), port: undefined };
  }
  return createEmbeddedBroker({ host, port, authenticate, log, tally, isOurs });
}
