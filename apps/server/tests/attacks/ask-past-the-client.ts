import { api, type Endpoint } from '@sillage/contract';
import type { TestHub } from '@sillage/testkit';

/** Every endpoint of the contract, by name. */
export const endpoints: readonly Endpoint[] = Object.values(api).flatMap((value): Endpoint[] =>
  'path' in value ? [value] : [],
);

/** The code of the refusal that an attack meets; `done` when nothing stopped it. */
export function refused(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );
}

/** Asks as any program can, past the typed client. */
export async function ask(
  hub: TestHub,
  path: string,
  { method = 'GET', body, headers = {} }: { method?: string; body?: BodyInit | object; headers?: HeadersInit } = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  const sent = new Headers(headers);
  const raw = body === undefined || typeof body === 'string' || body instanceof FormData || body instanceof Blob;
  if (!(body instanceof FormData) && body !== undefined && !sent.has('content-type')) {
    sent.set('content-type', 'application/json');
  }
  const response = await fetch(`${hub.url}/api${path}`, {
    method,
    headers: sent,
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
