import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { BackendInfo, Caller, Credentials, Session } from '../shapes/session.ts';

export const health = endpoint({
  name: 'health',
  method: 'GET',
  path: '/health',
  access: 'open',
  summary: 'Answers 200 once requests are served',
  reply: z.object({ status: z.literal('ok') }),
});

export const ping = endpoint({
  name: 'ping',
  method: 'GET',
  path: '/ping',
  access: 'open',
  summary: 'Says who is asking',
  reply: Caller,
});

export const backendInfo = endpoint({
  name: 'backendInfo',
  method: 'GET',
  path: '/backend_info',
  access: 'open',
  summary: 'Version and kind of this server; `epoch` in s lets the server notice a wrong browser clock',
  query: z.object({ epoch: z.coerce.number().optional() }),
  reply: BackendInfo,
});

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/login',
  access: 'open',
  summary: 'Opens a session',
  body: Credentials,
  reply: Session,
});

export const currentLogin = endpoint({
  name: 'currentLogin',
  method: 'GET',
  path: '/login',
  access: 'signedIn',
  summary: 'The session of the caller, with fresh user data',
  reply: Session.pick({ unique_id: true, user: true, cgu: true }),
});

export const refresh = endpoint({
  name: 'refresh',
  method: 'POST',
  path: '/refresh',
  access: 'refreshToken',
  summary: 'Trades a refresh token (as Bearer, or cookie) for a new pair; a reused one ends the whole family',
  reply: Session,
});

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/logout',
  access: 'open',
  summary: 'Ends the session and clears its cookies',
  reply: 'nothing',
});
