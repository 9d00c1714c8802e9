import type { Duplex } from 'node:stream';

export interface PublishOptions {
  readonly qos: 0 | 1;
  readonly retain?: boolean;
}

/** What ingest needs of an MQTT broker, embedded or external. */
export interface Broker {
  publish(topic: string, payload: string | Uint8Array, options: PublishOptions): Promise<void>;
  /** Each message once; `payload` is only valid during the call unless copied. */
  subscribe(topicFilters: readonly string[], heard: (topic: string, payload: Uint8Array) => void): Promise<void>;
  /**
   * Cuts the device's connection now; it may come back with what `authenticate` takes then. An external broker
   * authenticates devices itself: nothing is cut there, the device must be locked out of that broker, too.
   */
  disconnect(number: number): void;
  /** Serves one client over an already opened byte stream (MQTT over WebSocket); undefined with an external broker. */
  readonly attach: ((stream: Duplex) => void) | undefined;
  close(): Promise<void>;
}

/** Decides who may connect. Answers the device number, or undefined to refuse. */
export type AuthenticateDevice = (username: string, password: string) => Promise<number | undefined>;

export { connectBroker } from './connect-broker.ts';
export { createEmbeddedBroker } from './embedded-broker.ts';
