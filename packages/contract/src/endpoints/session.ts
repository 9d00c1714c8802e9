import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { NewPassword } from '../rules.ts';
import { Health } from '../shapes/health.ts';
import { IdParams, listOf, QueryQuantity } from '../shapes/primitives.ts';
import {
  AccountEdit,
  ApiKey,
  ApiKeyCreate,
  AskMail,
  BackendInfo,
  Caller,
  Credentials,
  CurrentSession,
  PasswordChange,
  RecoveryReset,
  Session,
  TermsFirst,
} from '../shapes/session.ts';
import { ExternalAccount, ExternalAccountEdit, ExternalProvider } from '../shapes/user.ts';

export const health = endpoint({
  name: 'health',
  method: 'GET',
  path: '/health',
  access: 'open',
  summary:
    'Answers 200 once requests are served; with `?ready` 503 while the database, the broker or the folder of the journals is away; with `?details` administrators get figures',
  query: z.object({ ready: z.string().max(10).optional(), details: z.string().max(10).optional() }),
  /** `details` for administrators who ask; others get the plain answer. */
  reply: z.object({ status: z.literal('ok'), details: Health.optional() }),
});

export const readHealth = endpoint({
  name: 'readHealth',
  method: 'GET',
  path: '/health/details',
  access: 'health.read',
  summary: 'How the server does: what was refused, the disk, the journals, the last backup',
  reply: Health,
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
  summary: 'Version and kind of this server; with `epoch`, the caller’s time in s, also how far the two clocks differ',
  query: z.object({ epoch: QueryQuantity.optional() }),
  reply: BackendInfo,
});

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/login',
  access: 'open',
  summary: 'Opens a session; none, and only `cgu`, while the terms that `cgu` asks about are to be accepted',
  body: Credentials,
  reply: z.union([Session, TermsFirst]),
});

export const currentLogin = endpoint({
  name: 'currentLogin',
  method: 'GET',
  path: '/login',
  access: 'signedIn',
  summary: 'The session of the caller, with fresh user data',
  reply: CurrentSession,
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

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'PUT',
  path: '/login/password',
  access: 'session',
  summary: 'Changes the own password and ends the other sessions',
  body: PasswordChange,
  reply: 'nothing',
});
export const editAccount = endpoint({
  name: 'editAccount',
  method: 'PUT',
  path: '/login',
  access: 'session',
  summary:
    'Changes the own name, mail (with `current_password`), language, and whether the terms are shown at each sign-in',
  body: AccountEdit,
  reply: CurrentSession,
});
export const askPasswordMail = endpoint({
  name: 'askPasswordMail',
  method: 'POST',
  path: '/login/ask-mail',
  access: 'open',
  summary: 'Mails a link to choose a new password; answers the same whether the mail is known or not',
  body: AskMail,
  reply: 'nothing',
});
export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/login/reset-password/:token',
  access: 'open',
  summary: 'Sets a new password by the link of a mail, once; ends every session',
  params: z.object({ token: z.string().min(1).max(200) }),
  body: z.object({ password: NewPassword }),
  reply: 'nothing',
});
export const recoverPassword = endpoint({
  name: 'recoverPassword',
  method: 'POST',
  path: '/login/recovery',
  access: 'open',
  summary: 'Sets a new password by the recovery key of the client, on a hub; 406 in the cloud',
  body: RecoveryReset,
  reply: 'nothing',
});

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: '/api_keys',
  access: 'session',
  summary: 'The own API keys',
  reply: listOf(ApiKey),
});
export const createApiKey = endpoint({
  name: 'createApiKey',
  method: 'POST',
  path: '/api_keys',
  access: 'session',
  status: 201,
  summary: 'Makes an API key; `key` is shown this once',
  body: ApiKeyCreate,
  reply: ApiKey.extend({ key: z.string() }),
});
export const editApiKey = endpoint({
  name: 'editApiKey',
  method: 'PUT',
  path: '/api_keys/:id',
  access: 'session',
  summary: 'Renames or limits an own API key',
  params: IdParams,
  body: ApiKeyCreate.partial(),
  reply: ApiKey,
});
export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  method: 'DELETE',
  path: '/api_keys/:id',
  access: 'session',
  summary: 'Ends an own API key at once',
  params: IdParams,
  reply: 'nothing',
});
export const setExternalAccount = endpoint({
  name: 'setExternalAccount',
  method: 'PUT',
  path: '/login/external/:provider',
  access: 'session',
  summary: 'Sets up the own account at another service; a token that is not given stays',
  params: z.object({ provider: ExternalProvider }),
  body: ExternalAccountEdit,
  reply: ExternalAccount,
});
