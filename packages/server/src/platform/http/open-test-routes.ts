import { randomUUID } from 'node:crypto';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BodyIn,
  type Endpoint,
  type ParamsIn,
  type Permission,
  permissions,
  type QueryIn,
  refuse,
  scopeOf,
} from '@sillage/contract';
import type { Call, Handler, Principal, Serve, UploadedFile } from './index.ts';

export interface Input<E extends Endpoint> {
  readonly params?: ParamsIn<E>;
  readonly query?: QueryIn<E>;
  readonly body?: BodyIn<E>;
  readonly file?: { readonly name: string; readonly bytes: Uint8Array | string };
  readonly accept?: string;
  /** The endpoint's GET is asked as HEAD. */
  readonly headOnly?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of an endpoint that streams. */
  readonly bytes?: AsyncIterable<Uint8Array>;
  /** Aborted where the caller goes away. */
  readonly signal?: AbortSignal;
}

type AnyHandler = (call: unknown) => Promise<unknown>;

/** Routes without HTTP: what is asked is parsed as the HTTP room does, and handed to the handler. For tests. */
export function openTestRoutes(temporaryFolder: string) {
  const handlers = new Map<string, AnyHandler>();
  const serve: Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => {
    // The handlers of many endpoints lie in one map; `call` gives each what its own endpoint parsed.
    handlers.set(endpoint.name, handler as unknown as AnyHandler);
  };

  /** Calls an endpoint as a person, as the HTTP door would: parsed, with the scope of their role. */
  async function ask<E extends Endpoint>(endpoint: E, principal: Principal, input: Input<E> = {}): Promise<unknown> {
    const scope = isPermission(endpoint.access) ? scopeOf(principal.roles, endpoint.access) : undefined;
    if (isPermission(endpoint.access) && scope === undefined) return refuse('permission.denied');
    const file = input.file && (await uploaded(temporaryFolder, input.file));
    const parsed: Omit<Call<Endpoint>, 'scope'> & { scope: unknown } = {
      params: endpoint.params.parse(input.params ?? {}),
      query: endpoint.query.parse(input.query ?? {}),
      body: endpoint.body.parse(input.body),
      principal,
      scope,
      file,
      headOnly: input.headOnly ?? false,
      bytes: input.bytes,
      headers: { accept: input.accept ?? 'application/json', ...input.headers },
      address: '127.0.0.1',
      signal: input.signal ?? new AbortController().signal,
    };
    const handler = handlers.get(endpoint.name);
    if (!handler) throw new Error(`${endpoint.name} is not served`);
    return handler(parsed);
  }

  return { serve, ask };
}

function isPermission(access: Endpoint['access']): access is Permission {
  return Object.hasOwn(permissions, access);
}

async function uploaded(
  temporary: string,
  file: { readonly name: string; readonly bytes: Uint8Array | string },
): Promise<UploadedFile> {
  const path = join(temporary, `upload-${randomUUID()}`);
  await mkdir(temporary, { recursive: true });
  await writeFile(path, file.bytes);
  return { path, filename: file.name, sizeBytes: (await stat(path)).size };
}
