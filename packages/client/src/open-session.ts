import { api, Session } from '@sillage/contract';
import type { ApiClient } from './create-client.ts';

/** Signs a program in: it shows no terms of use, so a session opens or the call throws. */
export async function openSession(
  client: Pick<ApiClient, 'call'>,
  { mail, password }: { readonly mail: string; readonly password: string },
): Promise<Session> {
  return Session.parse(await client.call(api.login, { body: { mail, password } }));
}
