import { io } from 'socket.io-client';

/** What an answer says, as a program reads it that knows no types. */
// biome-ignore lint/suspicious/noExplicitAny: other people's programs read fields by name and hope.
export type Said = any;

export interface Answer {
  readonly status: number;
  readonly body: Said;
  readonly headers: Headers;
}

/** Asks the API with nothing but `fetch`, as somebody who never saw this code would. */
export function plainProgram(url: string, authorization?: string) {
  return async (method: string, path: string, body?: object, headers: HeadersInit = {}): Promise<Answer> => {
    const sent = new Headers(headers);
    if (authorization !== undefined) sent.set('authorization', authorization);
    if (body !== undefined && !(body instanceof FormData)) sent.set('content-type', 'application/json');
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: sent,
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  };
}
export type Program = ReturnType<typeof plainProgram>;

/** Signs in; answers what was said, and a program that asks in this person's name. */
export async function signInPlainly(url: string, mail: string, password: string, more: object = {}) {
  const { body } = await plainProgram(url)('POST', '/login', { mail, password, ...more });
  return { session: body, ask: plainProgram(url, `Bearer ${body.access_token}`) };
}

/** A Socket.IO connection that keeps what it hears. */
export function listenTo(url: string, namespace: '/' | '/api' = '/') {
  const socket = io(`${url}${namespace}`, { forceNew: true, reconnection: false });
  const heard: { readonly event: string; readonly payload: Said }[] = [];
  const waiting = new Set<() => void>();
  socket.onAny((event: string, payload: Said) => {
    heard.push({ event, payload });
    for (const look of [...waiting]) look();
  });
  return {
    heard,
    say: (event: 'subscribe' | 'unsubscribe', message: object) => socket.emit(event, message),
    /** The first of this event, already heard or to come, that is as wanted. */
    hears: (event: string, wanted: (payload: Said) => boolean = () => true): Promise<Said> =>
      new Promise((resolve) => {
        const look = () => {
          const found = heard.find((one) => one.event === event && wanted(one.payload));
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found.payload);
        };
        waiting.add(look);
        look();
      }),
    close: () => socket.disconnect(),
  };
}
