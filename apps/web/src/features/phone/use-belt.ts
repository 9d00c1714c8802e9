import { useEffect, useState } from 'react';
import { type JoinedSensor, joinSensor, ownBluetooth } from './bluetooth/join-sensor.ts';
import type { RunningPhone } from './run-phone.ts';

export interface Belt {
  readonly name: string;
  readonly isConnected: boolean;
  /** %, undefined where it does not say. */
  readonly battery: number | undefined;
}

/** m; a road wheel of 700 × 25. */
const wheelCircumferenceMetres = 2.105;

/** A sensor over Bluetooth that this phone reads. */
export function useBelt(phone: RunningPhone): { joined: Belt | undefined; choose(): Promise<void> } {
  const [sensor, setSensor] = useState<JoinedSensor>();
  const [isConnected, setConnected] = useState(false);
  const [battery, setBattery] = useState<number>();
  useEffect(() => () => sensor?.leave(), [sensor]);
  async function choose(): Promise<void> {
    const bluetooth = ownBluetooth();
    if (bluetooth === undefined) return;
    const joined = await joinSensor({
      ...{ bluetooth, wheelCircumferenceMetres, battery: setBattery, connected: setConnected },
      nowUs: () => phone.clock.nowUs(),
      take: phone.take,
    });
    if (joined !== undefined) setSensor(joined);
  }
  return { joined: sensor && { name: sensor.name, isConnected, battery }, choose };
}
