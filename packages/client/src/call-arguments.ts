import type { BodyIn, Endpoint, ParamsIn, QueryIn } from '@sillage/contract';

/** A file to send as the `file` part of a form. */
export interface FilePart {
  readonly content: Blob;
  readonly name: string;
}

type Scalar = string | number | boolean;
/** Coerced fields take anything as input; on the wire they are text or numbers. */
type Wire<T> = { [K in keyof T]: unknown extends T[K] ? Scalar : T[K] };

type Part<Name extends string, T> = unknown extends T
  ? { readonly [K in Name]?: T }
  : Record<string, never> extends T
    ? { readonly [K in Name]?: T }
    : { readonly [K in Name]: T };

interface Common {
  readonly file?: FilePart | undefined;
  /** The body of an endpoint that streams. */
  readonly bytes?: Blob | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Another form of the same resource, e.g. Arrow. */
  readonly accept?: string | undefined;
}

export type CallArguments<E extends Endpoint> = Part<'params', Wire<ParamsIn<E>>> &
  Part<'query', Wire<QueryIn<E>>> &
  Part<'body', BodyIn<E>> &
  Common;

/** The arguments may be left out when none is required. */
export type Given<E extends Endpoint> =
  Record<string, never> extends CallArguments<E> ? [given?: CallArguments<E>] : [given: CallArguments<E>];

/** The arguments of a call without the endpoint's types, for the code that writes the request. */
export interface PlainArguments extends Common {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** Path and query of a call, relative to `/api`. */
export function addressOf(endpoint: Endpoint, given: PlainArguments): string {
  const params = new Map<string, unknown>(Object.entries(given.params ?? {}));
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params.get(name);
    if (value === undefined) throw new TypeError(`${endpoint.name} needs the parameter ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(given.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one));
  }
  const query = search.toString();
  return query === '' ? path : `${path}?${query}`;
}
