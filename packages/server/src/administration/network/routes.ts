import { api, type HubModes, isRefusal, type Refusal } from '@sillage/contract';
import type { Serve } from '../../platform/http/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { findEsp32 } from './find-esp32.ts';
import { openWifi } from './manage-wifi.ts';
import { type RunProgram, runProgram } from './run-program.ts';
import { lacking } from './say-missing.ts';
import { openBluetooth } from './scan-bluetooth.ts';

interface NetworkDependencies {
  readonly role: 'hub' | 'cloud';
  readonly log: Log;
  /** Whether the cloud that is chosen answers. */
  readonly cloudState: () => HubModes['cloud'];
  readonly platform?: string;
  readonly run?: RunProgram;
  readonly serialLines?: string;
}

/** The networks of the machine that this hub is, and what it hears by Bluetooth. */
export function networkRoutes(serve: Serve, dependencies: NetworkDependencies): void {
  const { role, log, cloudState, platform = process.platform, run = runProgram, serialLines } = dependencies;
  const wifi = openWifi(run);
  const bluetooth = openBluetooth(run);
  /** Why nothing of the kind can be asked here at all. */
  const notHere = (onLinux: 'linux' | 'bluetoothOnLinux'): Refusal | undefined => {
    if (role === 'cloud') return lacking('cloud');
    return platform === 'linux' ? undefined : lacking(onLinux);
  };
  const networks = async () => {
    const found = await wifi.list();
    return isRefusal(found) ? found : { networks: found };
  };
  serve(api.readHotspot, async () => notHere('linux') ?? wifi.hotspot());
  serve(api.listWifi, async () => notHere('linux') ?? networks());
  serve(api.joinWifi, async ({ body, principal }) => {
    const refusal = notHere('linux') ?? (await wifi.join(body));
    if (refusal) return refusal;
    log.info({ network: body.name, userId: principal.userId }, 'a Wi-Fi network was joined');
    return networks();
  });
  serve(api.forgetWifi, async ({ params, principal }) => {
    const refusal = notHere('linux') ?? (await wifi.forget(params.id));
    if (refusal === undefined)
      log.info({ network: params.id, userId: principal.userId }, 'a Wi-Fi network was forgotten');
    return refusal;
  });
  serve(api.scanBluetooth, async () => {
    const devices = notHere('bluetoothOnLinux') ?? (await bluetooth.scan());
    return isRefusal(devices) ? devices : { devices };
  });
  serve(api.readHubModes, async () => {
    if (role === 'cloud') return { kind: 'cloud', cloud: 'unset', esp32: null } as const;
    const hotspot = notHere('linux') ?? (await wifi.hotspot());
    const esp32 = await findEsp32(platform, serialLines);
    return { kind: isRefusal(hotspot) ? 'hub' : 'mallette', cloud: cloudState(), esp32 } as const;
  });
}
