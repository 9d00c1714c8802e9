import { randomBytes } from 'node:crypto';
import { type Access, limits, type Refusal, refuse, type Session } from '@sillage/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const accessCookie = 'sillage_access';
const refreshCookie = 'sillage_refresh';
/** Readable by the page, which sends it back as a header: another site can make the browser send cookies, but not read them. */
const xsrfCookie = 'XSRF-TOKEN';
const refreshPath = '/api';

/** The credentials of a request, as a value of the `Authorization` header, whether they came as one or as cookies. */
export function authorizationOf(request: FastifyRequest, access: Access): string | undefined | Refusal {
  const { authorization } = request.headers;
  if (authorization !== undefined) return authorization;
  const token =
    access === 'refreshToken'
      ? request.cookies[refreshCookie]
      : (request.cookies[accessCookie] ?? (access === 'open' ? request.cookies[refreshCookie] : undefined));
  if (token === undefined || token === '') return undefined;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (reads || provesSamePage(request)) return `Bearer ${token}`;
  return access === 'open' ? undefined : refuse('session.xsrf');
}

function provesSamePage(request: FastifyRequest): boolean {
  const expected = request.cookies[xsrfCookie];
  return expected !== undefined && expected !== '' && request.headers['x-xsrf-token'] === expected;
}

export function setSessionCookies(reply: FastifyReply, session: Session, secure: boolean): void {
  const common = { sameSite: 'lax', secure } as const;
  const hidden = { ...common, httpOnly: true };
  reply.setCookie(accessCookie, session.access_token, { ...hidden, path: '/', maxAge: limits.accessTokenSeconds });
  reply.setCookie(refreshCookie, session.refresh_token, {
    ...hidden,
    path: refreshPath,
    maxAge: limits.refreshTokenSeconds,
  });
  reply.setCookie(xsrfCookie, randomBytes(16).toString('base64url'), {
    ...common,
    path: '/',
    maxAge: limits.refreshTokenSeconds,
  });
}

export function clearSessionCookies(reply: FastifyReply): void {
  reply.clearCookie(accessCookie, { path: '/' });
  reply.clearCookie(refreshCookie, { path: refreshPath });
  reply.clearCookie(xsrfCookie, { path: '/' });
}

/** A cookie of a raw `Cookie` header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}
