import type { BluetoothDevice } from '@sillage/contract';

type Kind = BluetoothDevice['kind'];

/** What was heard of one device. */
export interface HeardDevice {
  readonly address: string;
  readonly name: string;
  readonly rssiDbm: number | null;
}

const address = '([0-9A-F]{2}(?::[0-9A-F]{2}){5})';
const found = new RegExp(`^\\[NEW\\] Device ${address} ?(.*)$`);
const changed = new RegExp(`^\\[CHG\\] Device ${address} (Name|RSSI): (.*)$`);
const listed = new RegExp(`^Device ${address} ?(.*)$`);

/** Lines without colours and the marks of a prompt. */
function linesOf(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  return text.replace(/\u001b\[[0-9;?]*[A-Za-z]|[\u0001\u0002\r]/g, '').split('\n');
}

/** A device without a name is listed by its address with dashes. */
const nameOf = (name: string, of: string) => (name === of.replaceAll(':', '-') ? '' : name.trim());

/** "-52", or "0xffffffcc (-52)" as newer versions say it. */
function readRssi(text: string): number | null {
  const number = /(-?\d+)\)?$/.exec(text.trim())?.[1];
  return number === undefined ? null : Number(number);
}

/** `bluetoothctl list`: whether there is an adapter. */
export const hasAdapter = (text: string): boolean => linesOf(text).some((line) => line.startsWith('Controller '));

/** `bluetoothctl scan on`: who was heard, by address. */
export function readScan(text: string): Map<string, HeardDevice> {
  const heard = new Map<string, HeardDevice>();
  for (const line of linesOf(text)) {
    const [, fresh, name = ''] = found.exec(line) ?? [];
    if (fresh !== undefined) heard.set(fresh, { address: fresh, name: nameOf(name, fresh), rssiDbm: null });
    const [, known, what, value = ''] = changed.exec(line) ?? [];
    if (known === undefined) continue;
    const before = heard.get(known) ?? { address: known, name: '', rssiDbm: null };
    const told = what === 'RSSI' ? { rssiDbm: readRssi(value) } : { name: nameOf(value, known) };
    heard.set(known, { ...before, ...told });
  }
  return heard;
}

/** `bluetoothctl devices`: names by address. */
export function readNames(text: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const line of linesOf(text)) {
    const [, of, name = ''] = listed.exec(line) ?? [];
    if (of !== undefined) names.set(of, nameOf(name, of));
  }
  return names;
}

/** Services of the Bluetooth SIG's list of assigned numbers, the one that says most first. */
const services: readonly (readonly [string, Kind])[] = [
  ['0000180d-', 'heartRate'],
  ['00001818-', 'power'],
  ['00001816-', 'speedCadence'],
];

/** `bluetoothctl info ADDRESS`: what it is by the services that it announces. */
export function readKind(text: string): Kind {
  const announced = linesOf(text).filter((line) => line.trim().startsWith('UUID:'));
  return services.find(([id]) => announced.some((line) => line.toLowerCase().includes(`(${id}`)))?.[1] ?? 'other';
}
