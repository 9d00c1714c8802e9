import type { Duplex } from 'node:stream';

export interface PublishOptions {
  readonly qos: 0 | 1;
  readonly retain?: boolean;
  /** ms after which nobody may receive it any more; not told in time, it is taken back and refused. */
  readonly expiresAfterMs?: number;
}

/** What ingest needs of an MQTT broker, embedded or external. */
export interface Broker {
  /**
   * @throws BrokerAway when there is no connection to the broker: nothing is kept to be sent later.
   * @throws NobodyListens when the broker says so at once; an embedded one does not.
   */
  publish(topic: string, payload: string | Uint8Array, options: PublishOptions): Promise<void>;
  /** Each message once; `payload` is only valid during the call unless copied. */
  subscribe(topicFilters: readonly string[], heard: (topic: string, payload: Uint8Array) => void): Promise<void>;
  /** Whether devices can reach the server through it now. */
  isReady(): boolean;
  /** Calls `lost` when it is no longer ready: what it told may have changed since. */
  onLost(lost: () => void): void;
  /**
   * Cuts the device's connection now; it may come back with what the broker takes then: the embedded one asks
   * `authenticate`, an external one its own list.
   */
  disconnect(number: number): void;
  /** Serves one MQTT client over an already opened byte stream (MQTT over WebSocket); undefined with an external broker. */
  readonly attach: ((stream: Duplex, address?: string) => void) | undefined;
  close(): Promise<void>;
}

/** There is no connection to the broker. */
export class BrokerAway extends Error {
  override readonly name = 'BrokerAway';
}

/** The broker has nobody who subscribed to the topic: the device is not connected. */
export class NobodyListens extends Error {
  override readonly name = 'NobodyListens';
}

/** Decides who may connect. Answers the device number, or undefined to refuse. */
export type AuthenticateDevice = (username: string, password: string) => Promise<number | undefined>;
