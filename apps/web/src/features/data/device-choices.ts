import { api } from '@sillage/contract';
import { useActiveClient } from '../../base/active-client.ts';
import { useCachedQuery } from '../../base/cached-query.ts';

/** The devices of the client, to filter by. */
export function useDeviceChoices(): { readonly value: number; readonly label: string }[] {
  const { id: clientId } = useActiveClient();
  const { data } = useCachedQuery({
    table: 'devices',
    key: ['to filter by'],
    clientId,
    shape: api.listRealtimeDevices.reply,
    fetch: (server, signal) => server.request(api.listRealtimeDevices, { params: { clientId }, signal }),
  });
  return (data ?? []).map((device) => ({ value: device.id, label: device.name }));
}
