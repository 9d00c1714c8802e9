import { type ApiClient, ApiError, createClient, NetworkError, type TokenStore, type Tokens } from '@sillage/client';
import { api, type BodyIn, limits, User } from '@sillage/contract';
import { z } from 'zod';
import { create } from 'zustand';
import { useAppearance } from './appearance.ts';
import { browserTimezone } from './browser-timezone.ts';

const storageKey = 'sillage.session';
/** The name of this browser outlives its sessions: the server knows it again where strangers guess passwords. */
const browserKey = 'sillage.browser';

const Kept = z.object({
  tokens: z.object({
    accessToken: z.string(),
    refreshToken: z.string(),
    uniqueId: z.string(),
    userId: z.number().optional(),
  }),
  user: User.nullable(),
  /** ms since 1970 */
  keptAt: z.number(),
});
type Kept = z.infer<typeof Kept>;

/** What the browser remembers of a session, forgotten after 30 days. */
export function readKept(stored: string | null, nowMilliseconds: number): Kept | undefined {
  if (stored === null) return undefined;
  try {
    const kept = Kept.parse(JSON.parse(stored));
    return nowMilliseconds - kept.keptAt > limits.refreshTokenSeconds * 1000 ? undefined : kept;
  } catch {
    return undefined;
  }
}

interface SessionState {
  readonly tokens: Tokens | undefined;
  readonly user: User | undefined;
  /** The server ended the session of this page, nobody signed out: the sign-in says so. */
  readonly ended: boolean;
}

let stored = localStorage.getItem(storageKey);
const kept = readKept(stored, Date.now());

/** Who is signed in in this browser. */
export const useSession = create<SessionState>()(() => ({
  tokens: kept?.tokens,
  user: kept?.user ?? undefined,
  ended: false,
}));

useSession.subscribe(({ tokens, user }) => {
  const next: Kept | undefined = tokens && { tokens, user: user ?? null, keptAt: Date.now() };
  stored = next === undefined ? null : JSON.stringify(next);
  if (stored === null) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, stored);
  if (tokens !== undefined) localStorage.setItem(browserKey, tokens.uniqueId);
});

/** Takes over what another tab has kept since: it has signed in, renewed or signed out. */
function takeOver(): void {
  const now = localStorage.getItem(storageKey);
  if (now === stored) return;
  stored = now;
  const next = readKept(now, Date.now());
  if (next?.tokens.accessToken === useSession.getState().tokens?.accessToken) return;
  useSession.setState({ tokens: next?.tokens, user: next?.user ?? undefined });
}
addEventListener('storage', takeOver);

const tokenStore: TokenStore = {
  // Not only on the event: a tab that wakes must not send the refresh token that another has used.
  read: () => {
    takeOver();
    return useSession.getState().tokens;
  },
  // Forgotten by the client itself: the server no longer knows the session.
  write: (tokens) =>
    useSession.setState(
      tokens === undefined ? { tokens, user: undefined, ended: isSignedIn() } : { tokens, ended: false },
    ),
};

/** The client of the API whose tokens are this browser's session. */
export function createSessionClient(apiUrl: string): ApiClient {
  return createClient({
    baseUrl: apiUrl,
    tokens: tokenStore,
    uniqueId: () => localStorage.getItem(browserKey) ?? undefined,
  });
}

export function isSignedIn(): boolean {
  const { tokens, user } = useSession.getState();
  return tokens !== undefined && user !== undefined;
}

/** What the person typed, and what they said to the terms of use. */
type SignInRequest = BodyIn<typeof api.login>;

/** Opens a session, unless the terms of use are to be accepted first; throws the client's errors. */
export async function signIn(server: ApiClient, request: SignInRequest): Promise<User | 'termsFirst'> {
  const answer = await server.call(api.login, { body: { timezone: browserTimezone(), ...request } });
  if (!('user' in answer)) return 'termsFirst';
  const { user } = answer;
  useSession.setState({ user });
  await tellLanguage(server);
  return user;
}

/** Tells the server the language of the page where it knows another: mails and reports are written in it. */
export async function tellLanguage(server: ApiClient): Promise<void> {
  const { language } = useAppearance.getState();
  const { user } = useSession.getState();
  if (user === undefined || user.language === language) return;
  try {
    await server.call(api.setParameter, {
      params: { tableName: 'User', id: user.id },
      query: { cookie_name: 'lang' },
      body: { cookie_value: language },
    });
  } catch (problem) {
    // The page itself is in the right language; the next start tells it again.
    if (problem instanceof ApiError || problem instanceof NetworkError) return;
    throw problem;
  }
  const now = useSession.getState().user;
  if (now?.id === user.id) useSession.setState({ user: { ...now, language } });
}

/**
 * Renews what is known of the signed-in user at start, with the current language; a session that ended meanwhile is
 * forgotten by the client.
 */
export async function refreshUser(server: ApiClient): Promise<void> {
  if (!isSignedIn()) return;
  const { user } = await server.call(api.currentLogin);
  if (!isSignedIn()) return;
  useSession.setState({ user });
  await tellLanguage(server);
}

/** Forgets the session here: the server has ended it, as a new password does. */
export function endSession(): void {
  useSession.setState({ tokens: undefined, user: undefined });
}

/** Forgets the session here at once, and tells the server when it can be reached. */
export async function signOut(server: ApiClient): Promise<void> {
  const told = server.call(api.logout).catch(() => undefined);
  endSession();
  await told;
}
