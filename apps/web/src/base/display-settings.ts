import { api, type DisplaySettings, type SpeedUnit } from '@sillage/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useActiveClient } from './active-client.ts';
import { useCachedQuery } from './cached-query.ts';

/** What screens of the active client say values with; undefined until it is known. */
export function useDisplaySettings(): DisplaySettings | undefined {
  return useDisplayQuery().data;
}

/** The display settings with how often they were asked for in vain. */
export function useDisplayQuery(): Pick<UseQueryResult<DisplaySettings>, 'data' | 'failureCount'> {
  const { id } = useActiveClient();
  return useCachedQuery({
    table: 'parameters',
    key: ['display', id],
    clientId: undefined,
    shape: api.readDisplaySettings.reply,
    fetch: (server, signal) => server.request(api.readDisplaySettings, { params: { clientId: id }, signal }),
  });
}

/** How speeds of a sport's records are said; until it is known they are said as they are measured. */
export function useSpeedUnit(sportId: number | null): SpeedUnit | undefined {
  const settings = useDisplaySettings();
  return settings?.sports.find((one) => one.sport_id === sportId)?.speed_unit ?? settings?.speed_unit;
}
