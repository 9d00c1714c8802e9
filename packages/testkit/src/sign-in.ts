import { type ApiClient, createClient, memoryTokens, openSession } from '@sillage/client';
import { api, type BodyIn, type Role, type Session } from '@sillage/contract';

/** Of every person that tests make, the administrator of a test hub among them. */
export const testPassword = 'Aviron-2026!';

/** A program or a browser that has not signed in. */
export const strangerAt = (url: string): ApiClient => createClient({ baseUrl: `${url}/api`, tokens: memoryTokens() });

export interface SignedIn extends ApiClient {
  readonly session: Session;
  /** As other programs send it. */
  readonly authorization: string;
}

/** A program or a browser of a person. */
export async function signIn(
  url: string,
  { mail, password = testPassword }: { readonly mail: string; readonly password?: string },
): Promise<SignedIn> {
  const somebody = strangerAt(url);
  const session = await openSession(somebody, { mail, password });
  return { ...somebody, session, authorization: `Bearer ${session.access_token}` };
}

/** Adds a person who may sign in, through the interface as an administrator does. Answers the id. */
export async function addPerson(
  administrator: ApiClient,
  { role, ...said }: { readonly role: Role } & Partial<BodyIn<typeof api.createUser>> & { readonly mail: string },
): Promise<number> {
  const about = { firstname: 'Ana', lastname: role, roles: [role], password: testPassword };
  return (await administrator.call(api.createUser, { body: { ...about, ...said } })).id;
}
