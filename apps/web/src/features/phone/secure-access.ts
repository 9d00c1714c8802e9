import { api, type SecureAccess } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useServer } from '../../base/services.tsx';

export const certificateAddress = '/api/utils/certificate';
/** ms between two looks whether the phone trusts the hub by now. */
const lookMs = 2000;

/** How the server is reached by https; undefined until it has answered. */
export function useSecureAccess(): SecureAccess | undefined {
  const server = useServer();
  return useQuery({
    queryKey: ['secureAccess'],
    queryFn: ({ signal }) => server.call(api.readSecureAccess, { signal }),
    meta: { quiet: true },
  }).data;
}

/** On a page that is not secure: goes on at the secure one as soon as the phone trusts its certificate. */
export function useTrusted(access: SecureAccess | undefined): void {
  const port = access?.port ?? undefined;
  useEffect(() => {
    if (port === undefined || window.isSecureContext) return undefined;
    const secure = secureAddress(port);
    const look = () =>
      fetch(new URL('/api/health', secure), { mode: 'no-cors', cache: 'no-store' }).then(
        () => location.replace(secure),
        // Not trusted yet.
        () => undefined,
      );
    void look();
    const timer = setInterval(() => void look(), lookMs);
    return () => clearInterval(timer);
  }, [port]);
}

/** The same page by https. */
export function secureAddress(port: number): string {
  const address = new URL(location.href);
  address.protocol = 'https:';
  address.port = String(port);
  return address.href;
}
