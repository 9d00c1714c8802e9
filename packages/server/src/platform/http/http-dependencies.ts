import type { Refusal } from '@sillage/contract';
import type { Clock } from '../clock/index.ts';
import type { DiskLedger } from '../disk/index.ts';
import type { Log } from '../log/index.ts';
import type { Tally } from '../tally/index.ts';
import type { Authenticate } from './call.ts';
import type { WebConfiguration } from './read-web-configuration.ts';

export interface HttpDependencies {
  readonly log: Log;
  readonly clock: Clock;
  readonly version: string;
  readonly authenticate: Authenticate;
  /** Of an error in a handler: the database is away, nothing is wrong with the program. Never unless said. */
  readonly isDatabaseAway?: (error: unknown) => boolean;
  /** Folder of the built web app. */
  readonly webRoot: string;
  /** What the web app is told at its start; this server as its API unless said. */
  readonly webConfiguration?: WebConfiguration;
  /** Where uploads go while their request lasts. */
  readonly temporaryFolder: string;
  /** Whether browsers come by https only, asked at each request: cookies and the page are bound to it. No unless said. */
  readonly httpsOnly?: () => boolean;
  /** Asked for room before each upload and while it comes. */
  readonly disk: Pick<DiskLedger, 'reserve'>;
  /** Origins whose pages may call with a token, asked at each request; `*` = any. None unless said. */
  readonly allowedOrigins?: () => readonly string[];
  /** Where the page gets the ground under ways from, asked at each request; undefined: nowhere. */
  readonly mapTilesUrl?: () => string | undefined;
  /** What an MQTT broker that runs elsewhere shares with this server. */
  readonly brokerSecret?: string | undefined;
  /** Why the hub whose code an `Authorization` header bears is not let in; undefined: it is. Unless said none is. */
  readonly whyNotHub?: (authorization: string) => Promise<Refusal | undefined>;
  /** Networks of proxies whose word about their callers is taken, besides this machine. */
  readonly trustedProxies?: readonly string[];
  /** Counts who is refused often. */
  readonly tally?: Pick<Tally, 'count'>;
}

export interface HttpOptions {
  /** Fails a request whose reply breaks the contract. On in tests unless said. */
  readonly checkReplies?: boolean;
  /** Tries to open or renew a session, from one address each minute. */
  readonly sessionTriesPerMinute?: number;
  /** Connections of one host and in all, where others than the usual are wanted. */
  readonly mostConnections?: { readonly aHost: number; readonly inAll: number };
  /** ms; how often it is looked whether bodies move. */
  readonly idleWindowMs?: number;
}
