import { type Hotspot, isRefusal, type Refusal, refuse, type WifiJoin, type WifiNetwork } from '@sillage/contract';
import { hasWifiCard, mergeNetworks, readHeard, readProfiles, readWifiIds, type WifiProfile } from './read-nmcli.ts';
import type { Outcome, RunProgram } from './run-program.ts';
import { lacking } from './say-missing.ts';

/** Wi-Fi of this machine, by NetworkManager. What cannot be done here is a refusal. */
export interface Wifi {
  list(): Promise<WifiNetwork[] | Refusal>;
  hotspot(): Promise<Hotspot | Refusal>;
  join(network: WifiJoin): Promise<Refusal | undefined>;
  forget(id: string): Promise<Refusal | undefined>;
}

/** ms: to be answered by NetworkManager, to look for networks, and to join one. */
const [askMs, lookMs, joinMs] = [5000, 15_000, 40_000];
/** s that nmcli itself waits for a network; less than the time it is given. */
const joinSeconds = 30;
/** Networks that are looked up at most. */
const maxKnown = 50;
/** Of nmcli: NetworkManager is not running. */
const notRunning = 8;

const profileFields = [
  'connection.uuid',
  '802-11-wireless.ssid',
  '802-11-wireless.mode',
  '802-11-wireless-security.psk',
  'GENERAL.STATE',
  'IP4.ADDRESS',
].join(',');

/** What a program said of its failure, in one short line. */
export const reasonOf = ({ problem, out }: { problem: string; out: string }): string =>
  (problem.trim() || out.trim())
    .replace(/^Error: /, '')
    .replace(/\s+/g, ' ')
    .slice(0, 200);

function outputOf(outcome: Outcome): string | Refusal {
  if (outcome.kind === 'notInstalled') return lacking('networkManager');
  if (outcome.kind === 'tooLate') return refuse('machine.noAnswer', { program: 'nmcli' });
  if (outcome.code === 0) return outcome.out;
  if (outcome.code === notRunning) return lacking('networkManagerRunning');
  if (/not authorized|insufficient privileges/i.test(outcome.problem)) return lacking('rights');
  return refuse('machine.refused', { reason: reasonOf(outcome) });
}

/** `nmcli`: path of the program. */
export function openWifi(run: RunProgram, nmcli = 'nmcli'): Wifi {
  const ask = async (words: readonly string[], withinMs = askMs) => outputOf(await run(nmcli, words, withinMs));

  async function requireCard(): Promise<Refusal | undefined> {
    const devices = await ask(['-t', '-f', 'TYPE', 'device', 'status']);
    if (isRefusal(devices)) return devices;
    return hasWifiCard(devices) ? undefined : lacking('wifiCard');
  }

  async function profiles(words: readonly string[] = []): Promise<WifiProfile[] | Refusal> {
    const all = await ask(['-t', '-f', 'UUID,TYPE', 'connection', 'show']);
    if (isRefusal(all)) return all;
    const ids = readWifiIds(all).slice(0, maxKnown);
    if (ids.length === 0) return [];
    const each = ids.flatMap((id) => ['uuid', id]);
    const shown = await ask([...words, '-t', '-f', profileFields, 'connection', 'show', ...each]);
    return isRefusal(shown) ? shown : readProfiles(shown);
  }

  let changes = false;
  /** One change at a time. */
  async function change(make: () => Promise<Refusal | undefined>): Promise<Refusal | undefined> {
    if (changes) return refuse('machine.busy');
    changes = true;
    try {
      return (await requireCard()) ?? (await make());
    } finally {
      changes = false;
    }
  }

  return {
    async list() {
      const lack = await requireCard();
      if (lack) return lack;
      const heard = await ask(['-t', '-f', 'IN-USE,SSID,SIGNAL,SECURITY', 'device', 'wifi', 'list'], lookMs);
      if (isRefusal(heard)) return heard;
      const known = await profiles();
      return isRefusal(known) ? known : mergeNetworks(readHeard(heard), known);
    },
    async hotspot() {
      const lack = await requireCard();
      if (lack) return lack;
      const known = await profiles(['-s']);
      if (isRefusal(known)) return known;
      const own = known.filter(({ isHotspot }) => isHotspot);
      const found = own.find(({ active }) => active) ?? own[0];
      if (found === undefined) return lacking('hotspot');
      const { name, active, password, address } = found;
      return { name, active, password, address: active ? address : null };
    },
    join: ({ name, password }) =>
      change(async () => {
        const secret = password === undefined ? [] : ['password', password];
        const words = ['--wait', String(joinSeconds), 'device', 'wifi', 'connect', name, ...secret];
        const outcome = await run(nmcli, words, joinMs);
        const answer = outputOf(outcome);
        if (!isRefusal(answer)) return undefined;
        if (answer.code !== 'machine.refused' || outcome.kind !== 'ended') return answer;
        return refuse('wifi.notJoined', { name, reason: reasonOf(outcome) });
      }),
    forget: (id) =>
      change(async () => {
        const known = await profiles();
        if (isRefusal(known)) return known;
        // The hub's own network is how people reach it: it is not forgotten from here.
        if (!known.some((profile) => profile.id === id && !profile.isHotspot)) return refuse('entity.notFound');
        const answer = await ask(['--wait', '10', 'connection', 'delete', 'uuid', id], lookMs);
        return isRefusal(answer) ? answer : undefined;
      }),
  };
}
