import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Refusal } from '@sillage/contract';
import type { Clock } from '../clock/index.ts';
import type { Authenticate, Principal } from '../http/index.ts';
import type { Log } from '../log/index.ts';
import type { Tally } from '../tally/index.ts';
import type { Room } from './judge-members.ts';

export interface RealtimeDependencies {
  readonly server: HttpServer;
  readonly authenticate: Authenticate;
  /** A caller who came earlier as of now; a refusal when their session or key has ended. */
  readonly renewed: (principal: Principal) => Promise<Principal | Refusal>;
  readonly mayEnter: (principal: Principal, room: Room) => Promise<boolean>;
  /** Whether a caller who may enter gets hints instead of payloads (`roomHints` of the contract). Nobody unless said. */
  readonly getsHints?: (principal: Principal, room: Room) => boolean;
  readonly log: Log;
  /** Of an error in a request: the database is away, nothing is wrong with the program. Never unless said. */
  readonly isDatabaseAway?: (error: unknown) => boolean;
  /** Origins whose pages may connect, with a token, asked at each request; `*` = any. Only the own one unless said. */
  readonly allowedOrigins?: () => readonly string[];
  readonly clock: Clock;
  /** Counts who is refused. */
  readonly tally?: Pick<Tally, 'count'>;
  /** Whose connection this is: that of the other end unless said. */
  readonly addressOf?: (request: IncomingMessage) => string;
}

export interface RealtimeOptions {
  /** Connections of one host and in all, and members of all rooms, where others than the usual are wanted. */
  readonly most?: { readonly aHost: number; readonly inAll: number; readonly members: number };
}
