import { z } from 'zod';
import { create } from 'zustand';
import { resetWhenSignedOut } from './forget-user.ts';
import { isAdministrator } from './may.ts';
import { useSession } from './session.ts';

/** The client whose people, devices and records the screens show. */
export interface ActiveClient {
  readonly id: number;
  readonly name: string;
  /** Path under `/api` of its logo. */
  readonly logo: string | null;
}

const storageKey = 'sillage.activeClient';
const Stored = z.object({
  /** Whose choice it is. */
  userId: z.int(),
  client: z.object({ id: z.int(), name: z.string(), logo: z.string().nullable() }),
});
type Stored = z.infer<typeof Stored>;

/** What the browser remembers of the choice. */
export function readActiveClient(stored: string | null): Stored | undefined {
  try {
    const parsed = Stored.safeParse(JSON.parse(stored ?? 'null'));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

const useChoice = create<{ readonly chosen: Stored | undefined }>()(() => ({
  chosen: readActiveClient(localStorage.getItem(storageKey)),
}));

useChoice.subscribe(({ chosen }) => {
  if (chosen === undefined) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, JSON.stringify(chosen));
});
resetWhenSignedOut(() => useChoice.setState({ chosen: undefined }));

/** The client that the signed-in administrator looks at; for everyone else, and until one is chosen, the own client. */
export function useActiveClient(): ActiveClient {
  const user = useSession((session) => session.user);
  const chosen = useChoice((choice) => choice.chosen);
  if (user === undefined) throw new Error('useActiveClient without a session');
  const mayChoose = isAdministrator(user) && chosen?.userId === user.id;
  return mayChoose ? chosen.client : { id: user.client_id, name: user.client_name, logo: null };
}

const resets = new Set<() => void>();

/** Adds how a store returns to its first state when another client is looked at: its ids are the other client's. */
export function resetWhenClientChanges(reset: () => void): void {
  resets.add(reset);
}

/** Lets the signed-in administrator look at a client; remembered by the browser until signing out. */
export function setActiveClient(client: ActiveClient): void {
  const user = useSession.getState().user;
  if (user === undefined) return;
  const { id, name, logo } = client;
  for (const reset of resets) reset();
  useChoice.setState({ chosen: { userId: user.id, client: { id, name, logo } } });
}

/** A client that is no more is not looked at any longer: the signed-in administrator is back at the own one. */
export function leaveClient(id: number): void {
  if (useChoice.getState().chosen?.client.id !== id) return;
  for (const reset of resets) reset();
  useChoice.setState({ chosen: undefined });
}
