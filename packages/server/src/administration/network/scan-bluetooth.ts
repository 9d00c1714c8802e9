import { type BluetoothDevice, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { reasonOf } from './manage-wifi.ts';
import { hasAdapter, readKind, readNames, readScan } from './read-bluetoothctl.ts';
import type { Outcome, RunProgram } from './run-program.ts';
import { lacking } from './say-missing.ts';

/** s that is listened, and ms after which the program that listens is killed. */
const [scanSeconds, scanMs] = [8, 12_000];
const askMs = 3000;
/** Devices that are answered, the nearest ones, and those that are asked what they are. */
const [maxDevices, maxAsked] = [100, 20];

function outputOf(outcome: Outcome): string | Refusal {
  if (outcome.kind === 'notInstalled') return lacking('bluez');
  // Without its service the program waits for it for ever.
  if (outcome.kind === 'tooLate') return lacking('bluezRunning');
  return outcome.code === 0 ? outcome.out : refuse('machine.refused', { reason: reasonOf(outcome) });
}

/** Listens for Bluetooth devices by BlueZ; who asks while it listens gets the same answer. `bluetoothctl`: path of the program. */
export function openBluetooth(
  run: RunProgram,
  bluetoothctl = 'bluetoothctl',
): { scan(): Promise<BluetoothDevice[] | Refusal> } {
  const ask = async (words: readonly string[], withinMs = askMs) => outputOf(await run(bluetoothctl, words, withinMs));

  async function listen(): Promise<BluetoothDevice[] | Refusal> {
    const adapters = await ask(['list']);
    if (isRefusal(adapters)) return adapters;
    if (!hasAdapter(adapters)) return lacking('adapter');
    const said = await ask(['--timeout', String(scanSeconds), 'scan', 'on'], scanMs);
    if (isRefusal(said)) return said;
    const listed = await ask(['devices']);
    if (isRefusal(listed)) return listed;
    const names = readNames(listed);
    const nearest = [...readScan(said).values()]
      .sort((a, b) => (b.rssiDbm ?? -999) - (a.rssiDbm ?? -999))
      .slice(0, maxDevices);
    const devices: BluetoothDevice[] = [];
    for (const [place, { address, name, rssiDbm }] of nearest.entries()) {
      const info = place < maxAsked ? await ask(['info', address]) : '';
      const kind = isRefusal(info) ? 'other' : readKind(info);
      devices.push({ address, name: names.get(address) || name, rssi_dbm: rssiDbm, kind });
    }
    return devices;
  }

  let listening: Promise<BluetoothDevice[] | Refusal> | undefined;
  return {
    scan() {
      listening ??= listen().finally(() => {
        listening = undefined;
      });
      return listening;
    },
  };
}
