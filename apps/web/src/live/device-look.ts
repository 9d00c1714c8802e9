import {
  mdiAlertCircleOutline,
  mdiCheckCircleOutline,
  mdiClipboardPulseOutline,
  mdiHelpCircleOutline,
  mdiHistory,
  mdiLanDisconnect,
  mdiPower,
  mdiProgressClock,
  mdiRecordCircle,
  mdiUpdate,
} from '@mdi/js';
import type { DeviceState, DeviceStatus } from '@sillage/contract';
import { isRefused } from './record-control.ts';

export type Tone = 'ok' | 'rec' | 'warn' | 'off' | 'error' | 'unknown';

/** Colour, glyph and word of a device's state: never colour alone. `word` is a key of `state`. */
export interface DeviceLook {
  readonly tone: Tone;
  readonly icon: string;
  readonly word: Word;
  /** It was so when the server was last heard; what it is now nobody here knows. */
  readonly past: boolean;
}

export type Word =
  | 'idle'
  | 'refused'
  | 'updating'
  | 'record'
  | 'scenario'
  | 'recovery'
  | 'starting'
  | 'stopping'
  | 'off'
  | 'disconnected';

const recovery = now('rec', mdiHistory, 'recovery');
const starting = now('warn', mdiProgressClock, 'starting');
const stopping = now('warn', mdiProgressClock, 'stopping');

function now(tone: Tone, icon: string, word: Word): DeviceLook {
  return { tone, icon, word, past: false };
}

const looks: Readonly<Record<DeviceState, DeviceLook>> = {
  idle: now('ok', mdiCheckCircleOutline, 'idle'),
  firmware_updating: now('ok', mdiUpdate, 'updating'),
  record: now('rec', mdiRecordCircle, 'record'),
  scenario: now('rec', mdiClipboardPulseOutline, 'scenario'),
  recovery_record: recovery,
  recovery_scenario: recovery,
  starting_record: starting,
  starting_scenario: starting,
  stopping_record: stopping,
  stopping_scenario: stopping,
  off: now('warn', mdiPower, 'off'),
};

const disconnected = now('off', mdiLanDisconnect, 'disconnected');

/** It would record what nobody can read: its description of itself is refused, so it starts no record. */
const refused = now('error', mdiAlertCircleOutline, 'refused');

/** What a device's look is made of. */
export type SeenDevice = Pick<DeviceStatus, 'is_connected' | 'state' | 'meta_problem'>;

/** @param linkLost nothing comes from the server any more */
export function lookOf(device: SeenDevice, linkLost = false): DeviceLook {
  if (!device.is_connected) return disconnected;
  const look = isRefused(device) ? refused : looks[device.state];
  return linkLost ? { tone: 'unknown', icon: mdiHelpCircleOutline, word: look.word, past: true } : look;
}

/** What the line of counts tells apart, in its order. */
export const countedWords = [
  'active',
  'starting',
  'stopping',
  'idle',
  'refused',
  'updating',
  'off',
  'disconnected',
] as const;
export type CountedWord = (typeof countedWords)[number];

function countedWord(word: Word): CountedWord {
  return word === 'record' || word === 'scenario' || word === 'recovery' ? 'active' : word;
}

/** How many devices are in which state; states without a device are left out. */
export function countStates(
  devices: readonly SeenDevice[],
  linkLost = false,
): { readonly word: CountedWord; readonly look: DeviceLook; readonly count: number }[] {
  return countedWords.flatMap((word) => {
    const found = devices.map((device) => lookOf(device, linkLost)).filter((look) => countedWord(look.word) === word);
    const look = word === 'active' && found.length > 0 && !linkLost ? looks.record : found[0];
    return look === undefined ? [] : [{ word, look, count: found.length }];
  });
}
