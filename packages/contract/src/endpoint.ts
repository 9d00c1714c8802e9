import { z } from 'zod';
import { limits } from './limits.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: nobody signed in (`open`), the bearer of a refresh token, an MQTT broker by the secret it shares, a hub by its code, any signed-in user, a person in a session of their
 * own (no API key), or a row of the permission table. */
export type Access = 'open' | 'refreshToken' | 'broker' | 'hub' | 'signedIn' | 'session' | Permission;

/** What goes out: JSON of a schema, nothing (204), or a stream of bytes. */
type Reply = z.ZodType | 'nothing' | 'bytes';

/**
 * An endpoint is one value that the server, the client, the form, OpenAPI and the permission test all read.
 * `path` is relative to `/api` and names its parameters `:likeThis`.
 * `multipart` names the parts of a form upload: one file part and one JSON part (`data`) parsed by `body`.
 */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends Reply = Reply,
  A extends Access = Access,
> {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: A;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly reply: R;
  /** Status of success; 200 unless said (204 for `nothing`). */
  readonly status: number;
  /** Other successes, as 206 for a part of a file. */
  readonly otherStatuses: readonly number[];
  /** Of what a success holds, without parameters: JSON unless said, any bytes for `bytes`. */
  readonly contentTypes: readonly string[];
  /** A form with an optional file part `file` and a JSON text part `data`. */
  readonly multipart: boolean;
  /** Its file part must be there. */
  readonly needsFile: boolean;
  /** bytes of its file part; the server stops receiving beyond it. */
  readonly maxUploadBytes: number;
  /** Its body is bytes of `streamedType`, which its handler takes as they come. */
  readonly streams: boolean;
}

/** What a piece of a resumable upload is sent as (tus 1.0). */
export const streamedType = 'application/offset+octet-stream';

const Nothing = z.object({});
const NoBody = z.unknown();

type Given<P, Q, B, R, A> = Pick<Endpoint, 'name' | 'method' | 'path' | 'summary'> & {
  access: A;
  params?: P;
  query?: Q;
  body?: B;
  reply: R;
  status?: number;
  otherStatuses?: readonly number[];
  contentTypes?: readonly string[];
  multipart?: boolean;
  needsFile?: boolean;
  maxUploadBytes?: number;
  streams?: boolean;
};

export function endpoint<
  R extends Reply,
  A extends Access,
  P extends z.ZodType = typeof Nothing,
  Q extends z.ZodType = typeof Nothing,
  B extends z.ZodType = typeof NoBody,
>(given: Given<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  return {
    name: given.name,
    method: given.method,
    path: given.path,
    summary: given.summary,
    access: given.access,
    // The defaults are exactly the type parameters' defaults, which TypeScript cannot see through `??`.
    params: given.params ?? (Nothing as unknown as P),
    query: given.query ?? (Nothing as unknown as Q),
    body: given.body ?? (NoBody as unknown as B),
    reply: given.reply,
    status: given.status ?? (given.reply === 'nothing' ? 204 : 200),
    otherStatuses: given.otherStatuses ?? [],
    contentTypes: given.contentTypes ?? [given.reply === 'bytes' ? 'application/octet-stream' : 'application/json'],
    multipart: given.multipart ?? false,
    needsFile: given.needsFile ?? false,
    maxUploadBytes: given.maxUploadBytes ?? limits.uploadBytes,
    streams: given.streams ?? false,
  };
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type ParamsIn<E extends Endpoint> = z.input<E['params']>;
export type QueryIn<E extends Endpoint> = z.input<E['query']>;
export type BodyIn<E extends Endpoint> = z.input<E['body']>;
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : undefined;
