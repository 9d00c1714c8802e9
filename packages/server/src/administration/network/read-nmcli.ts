import type { WifiNetwork } from '@sillage/contract';

/** One network as it is heard: several radios may share a name. */
export interface HeardNetwork {
  readonly inUse: boolean;
  readonly name: string;
  readonly signalPercent: number;
  readonly security: string;
}

/** What NetworkManager keeps of a Wi-Fi network. */
export interface WifiProfile {
  readonly id: string;
  readonly name: string;
  /** The machine makes this network itself. */
  readonly isHotspot: boolean;
  readonly active: boolean;
  readonly password: string | null;
  readonly address: string | null;
}

/** Networks that are answered at most. */
const maxNetworks = 100;

/** The fields of a line of `nmcli --terse`, where `\` stands before every `:` and `\` of a value. */
export function splitTerse(line: string): string[] {
  const fields: string[] = [];
  let field = '';
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    if (sign === ':') {
      fields.push(field);
      field = '';
    } else field += sign === '\\' && at + 1 < line.length ? line.charAt(++at) : sign;
  }
  return [...fields, field];
}

const linesOf = (text: string) => text.split(/\r?\n/).filter((line) => line !== '');

/** `-f TYPE device status`: whether there is a Wi-Fi card. */
export const hasWifiCard = (text: string): boolean => linesOf(text).some((line) => splitTerse(line)[0] === 'wifi');

/** `-f UUID,TYPE connection show`: the ids of Wi-Fi networks. */
export function readWifiIds(text: string): string[] {
  return linesOf(text).flatMap((line) => {
    const [id, type] = splitTerse(line);
    return id !== undefined && type === '802-11-wireless' ? [id] : [];
  });
}

/** `-f IN-USE,SSID,SIGNAL,SECURITY device wifi list`; hidden networks have no name and are left out. */
export function readHeard(text: string): HeardNetwork[] {
  return linesOf(text).flatMap((line) => {
    const [use, name, signal, security] = splitTerse(line);
    const signalPercent = Number(signal);
    if (name === undefined || name === '' || security === undefined || !Number.isFinite(signalPercent)) return [];
    return [{ inUse: use === '*', name, signalPercent: Math.min(100, Math.max(0, signalPercent)), security }];
  });
}

/** `connection show uuid …` of several: a line a value, `name:value` without escapes; each begins with its uuid. */
export function readProfiles(text: string): WifiProfile[] {
  const profiles: Map<string, string>[] = [];
  for (const line of linesOf(text)) {
    const end = line.indexOf(':');
    if (end < 0) continue;
    const [key, value] = [line.slice(0, end), line.slice(end + 1)];
    if (key === 'connection.uuid') profiles.push(new Map());
    profiles.at(-1)?.set(key, value);
  }
  return profiles.flatMap((values) => {
    const id = values.get('connection.uuid');
    const name = values.get('802-11-wireless.ssid');
    if (id === undefined || name === undefined || name === '') return [];
    const orNull = (value: string | undefined) => (value === undefined || value === '' ? null : value);
    return [
      {
        id,
        name,
        isHotspot: values.get('802-11-wireless.mode') === 'ap',
        active: values.get('GENERAL.STATE') === 'activated',
        password: orNull(values.get('802-11-wireless-security.psk')),
        address: orNull(values.get('IP4.ADDRESS[1]')?.split('/')[0]),
      },
    ];
  });
}

/** What is heard and what is known, each name once: the one in use first, then the strongest, then those out of range. */
export function mergeNetworks(heard: readonly HeardNetwork[], profiles: readonly WifiProfile[]): WifiNetwork[] {
  const own = new Set(profiles.filter(({ isHotspot }) => isHotspot).map(({ name }) => name));
  const networks = new Map<string, WifiNetwork>();
  for (const { name, security, signalPercent, inUse } of heard) {
    if (own.has(name)) continue;
    const before = networks.get(name);
    const strongest = Math.max(signalPercent, before?.signal_percent ?? 0);
    networks.set(name, {
      name,
      security: before?.security || security,
      signal_percent: strongest,
      connected: inUse || before?.connected === true,
      id: null,
    });
  }
  for (const { id, name, isHotspot, active } of profiles) {
    if (isHotspot) continue;
    const before = networks.get(name);
    const unheard: WifiNetwork = { name, security: '', signal_percent: null, connected: false, id: null };
    const { connected } = before ?? unheard;
    // Of two profiles of one name, the one in use is meant.
    const chosen = before?.id == null || active ? id : before.id;
    networks.set(name, { ...(before ?? unheard), connected: connected || active, id: chosen });
  }
  const rank = ({ connected, signal_percent: signal }: WifiNetwork) => (connected ? 1000 : 0) + (signal ?? -1);
  return [...networks.values()].sort((a, b) => rank(b) - rank(a)).slice(0, maxNetworks);
}
