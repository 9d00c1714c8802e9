import { api } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { useActiveClient } from '../../app/active-client.ts';
import { useApi } from '../../app/services.tsx';

/** The devices of the client, to filter by. */
export function useDeviceChoices(): { readonly value: number; readonly label: string }[] {
  const client = useApi();
  const { id: clientId } = useActiveClient();
  const { data } = useQuery({
    queryKey: ['client', clientId, 'devices'],
    queryFn: () => client.call(api.listRealtimeDevices, { params: { clientId } }),
    meta: { quiet: true },
  });
  return (data ?? []).map((device) => ({ value: device.id, label: device.name }));
}
