import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useShortcut } from '../../../base/shortcuts.ts';
import { useConnectedDevices, useDeviceStatuses } from '../../../live/devices.ts';
import { SamplesProvider } from '../samples.tsx';
import { Wall } from './wall.tsx';

/** The page for the wall: figures of all athletes, readable at five metres. */
export default function Display(): ReactNode {
  const navigate = useNavigate();
  const { devices = [] } = useConnectedDevices();
  const leave = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    navigate({ to: '/realtime' }).catch(() => undefined);
  };
  useDeviceStatuses(devices.map(({ number }) => number));
  useShortcut('Escape', leave);
  useScreenAwake();
  return (
    <SamplesProvider devices={devices}>
      <Wall devices={devices} onLeave={leave} />
    </SamplesProvider>
  );
}

/** While it is shown the screen does not go dark, where the browser can see to it. */
function useScreenAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isLeft = false;
    const hold = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      const held = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isLeft) await held?.release();
      else lock = held;
    };
    void hold();
    const again = () => void hold();
    document.addEventListener('visibilitychange', again);
    return () => {
      isLeft = true;
      document.removeEventListener('visibilitychange', again);
      lock?.release().catch(() => undefined);
    };
  }, []);
}
