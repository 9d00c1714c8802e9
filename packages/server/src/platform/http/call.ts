import type { BodyOf, Endpoint, ParamsOf, Permission, QueryOf, Refusal, ReplyOf, Role, Scope } from '@sillage/contract';
import type { Answer } from './answer.ts';

/** Who is asking, from a verified token. */
export interface Principal {
  readonly userId: number;
  readonly clientId: number;
  readonly roles: readonly Role[];
  readonly groupIds: readonly number[];
  /** What the API key that was presented may do; undefined for a session of a person. */
  readonly apiKey?: 'read' | 'write';
  /** The API key that was presented; undefined for a session of a person. */
  readonly apiKeyId?: number;
  /** ms since 1970; when the API key ends. Undefined: never by itself, and for a session. */
  readonly endsAtMs?: number;
  /** The session that was presented; undefined for an API key. */
  readonly sessionId?: string;
}

/** Who asks, and how far the permission of the endpoint reaches. */
export interface Viewer {
  readonly principal: Principal;
  readonly scope: Scope;
}

/** A file part of a form, already on disk under the temporary folder; the handler moves it or leaves it to be removed. */
export interface UploadedFile {
  readonly path: string;
  readonly filename: string;
  readonly sizeBytes: number;
}

/** One request, parsed: handlers trust these types. */
export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Only undefined where the endpoint's access is `open`, `refreshToken`, `broker` or `hub`. */
  readonly principal: E['access'] extends 'open' | 'refreshToken' | 'broker' | 'hub'
    ? Principal | undefined
    : Principal;
  /** Scope that the endpoint's permission gives this caller. */
  readonly scope: E['access'] extends Permission ? Scope : undefined;
  readonly file: UploadedFile | undefined;
  /** The body of an endpoint that `streams`, as it comes. */
  readonly bytes: AsyncIterable<Uint8Array> | undefined;
  /** Only the head of the answer is wanted (HEAD): nothing may be used up by it. */
  readonly headOnly: boolean;
  /** Lower-case names; `authorization` is the one in force, also when it came as a cookie. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly address: string;
  /** Aborted when the connection ends: nobody is left to answer. */
  readonly signal: AbortSignal;
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E> | Answer | Refusal>;

/** Adds an endpoint to the program: parses, authorises, answers. */
export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

/** Takes the value of an `Authorization` header. */
export type Authenticate = (authorization: string) => Promise<Principal | Refusal>;
