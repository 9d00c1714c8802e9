import type { Readable } from 'node:stream';
import type { BodyOf, Endpoint, ParamsOf, Permission, QueryOf, Refusal, ReplyOf, Role, Scope } from '@sillage/contract';

/** Who is asking, from a verified token. */
export interface Principal {
  readonly userId: number;
  readonly clientId: number;
  readonly roles: readonly Role[];
  readonly groupIds: readonly number[];
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
  /** Only undefined where the endpoint's access is `open`. */
  readonly principal: E['access'] extends 'open' ? Principal | undefined : Principal;
  /** Scope that the endpoint's permission gives this caller. */
  readonly scope: E['access'] extends Permission ? Scope : undefined;
  readonly file: UploadedFile | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly address: string;
}

/** A success that is not just 200 with JSON: other status, headers, or bytes. */
export class Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Bytes to download; the browser saves them under `filename`. */
export function fileAnswer(body: Readable | Uint8Array, contentType: string, filename: string): Answer {
  const ascii = filename.replace(/[^\w.\- ]+/g, '_');
  const disposition = `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(filename)}`;
  return new Answer(200, body, { 'content-type': contentType, 'content-disposition': disposition });
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E> | Answer | Refusal>;

/** Adds an endpoint to the program: parses, authorises, answers. */
export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;
