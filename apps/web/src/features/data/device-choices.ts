import { api } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi, useUser } from '../../app/services.tsx';

/** The devices of the client, to filter by. */
export function useDeviceChoices(): { readonly value: number; readonly label: string }[] {
  const client = useApi();
  const { client_id: clientId } = useUser();
  const { data } = useQuery({
    queryKey: ['client', clientId, 'devices'],
    queryFn: () => client.call(api.listRealtimeDevices, { params: { clientId } }),
    meta: { quiet: true },
  });
  return (data?.items ?? []).map((device) => ({ value: device.id, label: device.name }));
}
