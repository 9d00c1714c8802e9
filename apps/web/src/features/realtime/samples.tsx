import { api, limits } from '@sillage/contract';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useActiveClient } from '../../base/active-client.ts';
import { useServer } from '../../base/services.tsx';
import { useLive } from '../../live/live.tsx';
import { createLiveSamples, type LiveSamples } from '../../live/live-samples.ts';
import type { LiveDevice } from '../../live/merge-device.ts';

const SamplesContext = createContext<LiveSamples | undefined>(undefined);

export function useSamples(): LiveSamples {
  const samples = use(SamplesContext);
  if (samples === undefined) throw new Error('useSamples outside of SamplesProvider');
  return samples;
}

/** While mounted: enters the live room of every connected device and keeps its samples for the painters. */
export function SamplesProvider(props: { devices: readonly LiveDevice[]; children: ReactNode }): ReactNode {
  const live = useLive();
  const [samples] = useState(createLiveSamples);
  const connected = props.devices.filter((device) => device.is_connected);
  const joined = connected.map((device) => device.number).join(' ');

  useEffect(() => {
    const numbers = joined === '' ? [] : joined.split(' ').map(Number);
    const leaves = numbers.map((number) =>
      live.subscribe('liveData', number, (data) => samples.take(data, performance.now())),
    );
    return () => {
      for (const leave of leaves) leave();
    };
  }, [live, samples, joined]);

  useEffect(() => {
    for (const device of props.devices) samples.takeStatus(device.number, device, performance.now());
  }, [samples, props.devices]);

  return <SamplesContext value={samples}>{props.children}</SamplesContext>;
}

/** While mounted: asks a device to stream these variables, again before the request lapses. */
export function useRealtimeRequest(deviceNumber: number, connected: boolean, names: readonly string[]): void {
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const joined = names.join(' ');
  useEffect(() => {
    if (!connected || joined === '') return;
    const ask = (): void => {
      const body = { realtime_data_keys: joined.split(' ') };
      // Quiet: a refused or lost request shows as values that age, and is repeated.
      server.call(api.requestRealtime, { params: { clientId, deviceNumber }, body }).catch(() => undefined);
    };
    ask();
    const timer = setInterval(ask, limits.realtimeHoldSeconds * 750);
    return () => clearInterval(timer);
  }, [server, clientId, deviceNumber, connected, joined]);
}
