import type { Client } from '@sillage/contract';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { setActiveClient } from '../base/active-client.ts';
import { clientName } from '../base/clients.ts';

/** Looks at another client; the record on screen is the other one's, so the list takes its place. */
export function useSwitchClient(): (client: Client) => void {
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (client) => {
    setActiveClient({ id: client.id, name: clientName(client), logo: client.logo });
    if (path.startsWith('/records/')) void navigate({ to: '/' });
  };
}
