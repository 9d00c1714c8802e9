import { api, type Endpoint, ErrorBody, type ReplyOf, Session, sessionRequired, streamedType } from '@sillage/contract';
import { z } from 'zod';
import { addressOf, type Given, type PlainArguments } from './call-arguments.ts';
import { ApiError, NetworkError } from './errors.ts';
import type { TokenStore, Tokens } from './tokens.ts';

export interface ClientOptions {
  /** Where the API is, e.g. `/api` or `https://host/api`. */
  readonly baseUrl: string;
  /** Absent: the browser's cookies carry the session. */
  readonly tokens?: TokenStore;
  /** Value of the cookie `XSRF-TOKEN`, which guards writes by cookies; read from the page's cookies unless given. */
  readonly xsrfToken?: () => string | undefined;
  /** Name of this browser while no session is kept; who signs in again is not taken for a stranger. */
  readonly uniqueId?: () => string | undefined;
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>;
  /** Called once when the session cannot be renewed any more. */
  readonly onSessionEnded?: () => void;
}

/** An answer with its status, for calls where 200, 201 and 202 differ. */
export interface Reply<T> {
  readonly status: number;
  readonly headers: Headers;
  /** s since 1970, the server's clock (`X-Epoch`): what was read is at least as new. */
  readonly epoch: number | undefined;
  readonly body: T;
}

export interface BytesReply extends Reply<Uint8Array<ArrayBuffer>> {
  readonly contentType: string;
  /** From `Content-Disposition`. */
  readonly filename: string | undefined;
}

export interface ApiClient {
  /** Calls an endpoint of the contract. Throws `ApiError` for a refusal and `NetworkError` without an answer. */
  call<E extends Endpoint>(endpoint: E, ...given: Given<E>): Promise<ReplyOf<E>>;
  /** As `call`, with the status and headers. */
  request<E extends Endpoint>(endpoint: E, ...given: Given<E>): Promise<Reply<ReplyOf<E>>>;
  /** The bytes of a download, or of another form of a resource (`accept`). */
  fetchBytes<E extends Endpoint>(endpoint: E, ...given: Given<E>): Promise<BytesReply>;
  /** The response itself, to stream its body. A refusal throws as in `call`. */
  fetchResponse<E extends Endpoint>(endpoint: E, ...given: Given<E>): Promise<Response>;
  /** Renews the session; callers at the same time share one renewal. */
  refreshSession(): Promise<void>;
}

/** A client of the HTTP interface, typed by the contract. Runs in browsers and in Node. */
export function createClient(options: ClientOptions): ApiClient {
  const send = createSender(options);
  let renewal: Promise<void> | undefined;

  async function renew(): Promise<void> {
    const sent = options.tokens?.read();
    const response = await send(api.refresh, {}, sent?.refreshToken);
    const answer: unknown = response.ok ? await response.json() : undefined;
    // Meanwhile another tab may have renewed the session, or somebody signed out and another person in: that stands.
    const now = options.tokens?.read();
    const isOthers = options.tokens !== undefined && now?.refreshToken !== sent?.refreshToken;
    if (isOthers && now === undefined) throw new ApiError(401, sessionRequired);
    if (isOthers && (response.ok || response.status === 401)) return;
    if (response.status === 401) {
      options.tokens?.write(undefined);
      options.onSessionEnded?.();
    }
    if (!response.ok) throw await apiError(response);
    keepSession(options.tokens, Session.parse(answer));
  }

  function refreshSession(): Promise<void> {
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  async function exchange(endpoint: Endpoint, given: PlainArguments): Promise<Response> {
    if (renewal !== undefined && renewable(endpoint)) await renewal.catch(() => undefined);
    const before = options.tokens?.read();
    const first = await send(endpoint, given, before?.accessToken);
    if (first.status !== 401 || !renewable(endpoint)) return first;
    if (options.tokens !== undefined && before === undefined) return first;
    // Another caller or tab may have renewed while this one was on its way.
    if (options.tokens?.read()?.accessToken === before?.accessToken) {
      try {
        await refreshSession();
      } catch (problem) {
        if (problem instanceof ApiError && problem.status === 401) return first;
        throw problem;
      }
    }
    const now = options.tokens?.read();
    // What one person asked for is not done in the name of who signed in meanwhile.
    if (now?.userId !== before?.userId) return first;
    return await send(endpoint, given, now?.accessToken);
  }

  async function fetchResponse(endpoint: Endpoint, given: PlainArguments = {}): Promise<Response> {
    const response = await exchange(endpoint, given);
    if (!response.ok) throw await apiError(response);
    return response;
  }

  async function request<E extends Endpoint>(endpoint: E, ...[given]: Given<E>): Promise<Reply<ReplyOf<E>>> {
    const response = await fetchResponse(endpoint, given);
    const body = await parseReply(endpoint, response);
    const session = Session.safeParse(body);
    if (endpoint.name === api.login.name && session.success) keepSession(options.tokens, session.data);
    if (endpoint.name === api.logout.name) options.tokens?.write(undefined);
    return { status: response.status, headers: response.headers, epoch: epochOf(response), body };
  }

  return {
    request,
    refreshSession,
    call: async (endpoint, ...given) => (await request(endpoint, ...given)).body,
    fetchResponse: (endpoint, ...[given]) => fetchResponse(endpoint, given),
    fetchBytes: async (endpoint, ...[given]) => {
      const response = await fetchResponse(endpoint, given);
      return {
        status: response.status,
        headers: response.headers,
        epoch: epochOf(response),
        contentType: response.headers.get('content-type') ?? 'application/octet-stream',
        filename: filenameOf(response.headers.get('content-disposition')),
        body: new Uint8Array(await readWhole(response)),
      };
    },
  };
}

/** Whether a 401 of this endpoint means an expired session rather than a wrong password or a dead refresh token. */
function renewable(endpoint: Endpoint): boolean {
  return !['open', 'refreshToken', 'broker', 'hub'].includes(endpoint.access);
}

function keepSession(store: TokenStore | undefined, session: Session): void {
  const tokens: Tokens = {
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    uniqueId: session.unique_id,
    userId: session.user.id,
  };
  store?.write(tokens);
}

type Send = (endpoint: Endpoint, given: PlainArguments, bearer: string | undefined) => Promise<Response>;

function createSender(options: ClientOptions): Send {
  const base = options.baseUrl.replace(/\/+$/, '');
  const doFetch = options.fetch ?? ((address, init) => fetch(address, init));
  const xsrfToken = options.xsrfToken ?? readXsrfCookie;

  return async (endpoint, given, bearer) => {
    const headers = new Headers({ accept: given.accept ?? 'application/json', ...given.headers });
    const uniqueId = options.tokens?.read()?.uniqueId ?? options.uniqueId?.();
    if (uniqueId !== undefined) headers.set('x-unique-id', uniqueId);
    if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`);
    const xsrf = xsrfToken();
    if (xsrf !== undefined) headers.set('x-xsrf-token', xsrf);
    const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' };
    const body = bodyOf(endpoint, given, headers);
    if (body !== undefined) init.body = body;
    if (given.signal) init.signal = given.signal;
    try {
      return await doFetch(base + addressOf(endpoint, given), init);
    } catch (problem) {
      throw asNetworkError(problem, given.signal);
    }
  };
}

function bodyOf(endpoint: Endpoint, given: PlainArguments, headers: Headers): FormData | Blob | string | undefined {
  if (endpoint.streams) {
    headers.set('content-type', streamedType);
    return given.bytes;
  }
  if (endpoint.multipart && given.file !== undefined) {
    const form = new FormData();
    // The data goes first: the server can refuse before it has read the file.
    form.append('data', JSON.stringify(given.body ?? {}));
    form.append('file', given.file.content, given.file.name);
    return form;
  }
  if (given.body === undefined || endpoint.method === 'GET') return undefined;
  headers.set('content-type', 'application/json');
  return JSON.stringify(given.body);
}

async function parseReply<E extends Endpoint>(endpoint: E, response: Response): Promise<ReplyOf<E>> {
  // The union of an endpoint's reply kinds cannot be narrowed through its type parameter.
  if (endpoint.reply === 'nothing' || endpoint.reply === 'bytes') return undefined as ReplyOf<E>;
  const text = new TextDecoder().decode(await readWhole(response));
  return endpoint.reply.parse(text === '' ? undefined : JSON.parse(text)) as ReplyOf<E>;
}

async function readWhole(response: Response): Promise<ArrayBuffer> {
  try {
    return await response.arrayBuffer();
  } catch (problem) {
    throw asNetworkError(problem, undefined);
  }
}

const Json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('not JSON');
    return z.NEVER;
  }
});

async function apiError(response: Response): Promise<ApiError> {
  const parsed = Json.pipe(ErrorBody).safeParse(await response.text().catch(() => ''));
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  // A proxy between may answer with a page of its own.
  const fallback = {
    code: `http.${response.status}`,
    message: { fr: `Réponse inattendue (${response.status}).`, en: `Unexpected answer (${response.status}).` },
  };
  return new ApiError(
    response.status,
    parsed.success ? parsed.data : fallback,
    Number.isFinite(seconds) ? seconds : undefined,
  );
}

function asNetworkError(problem: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted || (problem instanceof Error && problem.name === 'AbortError')) return problem;
  return new NetworkError('The server did not answer.', { cause: problem });
}

function epochOf({ headers }: Response): number | undefined {
  const epoch = Number.parseFloat(headers.get('x-epoch') ?? '');
  return Number.isFinite(epoch) ? epoch : undefined;
}

function filenameOf(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition ?? '')?.[1];
}

function readXsrfCookie(): string | undefined {
  const page = z.object({ cookie: z.string() }).safeParse(Reflect.get(globalThis, 'document'));
  const found = page.success ? /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(page.data.cookie)?.[1] : undefined;
  return found === undefined ? undefined : decodeURIComponent(found);
}
