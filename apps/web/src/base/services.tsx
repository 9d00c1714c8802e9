import type { ApiClient } from '@sillage/client';
import type { User } from '@sillage/contract';
import { createContext, type ReactNode, use } from 'react';
import { useSession } from './session.ts';

/** What the screens reach outside the page: made once at start, replaced in tests. */
export interface Services {
  readonly server: ApiClient;
  /** Origin of the API, which also serves the live rooms. */
  readonly origin: string;
  /** Where paths that the API answers begin, such as a logo's. */
  readonly apiUrl: string;
}

const ServicesContext = createContext<Services | undefined>(undefined);

export function ServicesProvider(props: { services: Services; children: ReactNode }): ReactNode {
  return <ServicesContext value={props.services}>{props.children}</ServicesContext>;
}

export function useServices(): Services {
  const services = use(ServicesContext);
  if (services === undefined) throw new Error('useServices outside of ServicesProvider');
  return services;
}

/** The typed client of the API. */
export function useServer(): ApiClient {
  return useServices().server;
}

/** The signed-in user; only under routes that need a session. */
export function useUser(): User {
  const user = useSession((session) => session.user);
  if (user === undefined) throw new Error('useUser without a session');
  return user;
}
