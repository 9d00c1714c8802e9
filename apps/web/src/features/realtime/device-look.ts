import {
  mdiAlertCircleOutline,
  mdiCheckCircleOutline,
  mdiClipboardPulseOutline,
  mdiHistory,
  mdiLanDisconnect,
  mdiPower,
  mdiProgressClock,
  mdiRecordCircle,
  mdiUpdate,
} from '@mdi/js';
import type { DeviceState, DeviceStatus } from '@sillage/contract';

export type Tone = 'ok' | 'rec' | 'warn' | 'off' | 'error';

/** Colour, glyph and word of a device's state: never colour alone (DESIGN.md §2). `word` is a key of `state`. */
export interface DeviceLook {
  readonly tone: Tone;
  readonly icon: string;
  readonly word: Word;
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

const recovery: DeviceLook = { tone: 'rec', icon: mdiHistory, word: 'recovery' };
const starting: DeviceLook = { tone: 'warn', icon: mdiProgressClock, word: 'starting' };
const stopping: DeviceLook = { tone: 'warn', icon: mdiProgressClock, word: 'stopping' };

const looks: Readonly<Record<DeviceState, DeviceLook>> = {
  idle: { tone: 'ok', icon: mdiCheckCircleOutline, word: 'idle' },
  firmware_updating: { tone: 'ok', icon: mdiUpdate, word: 'updating' },
  record: { tone: 'rec', icon: mdiRecordCircle, word: 'record' },
  scenario: { tone: 'rec', icon: mdiClipboardPulseOutline, word: 'scenario' },
  recovery_record: recovery,
  recovery_scenario: recovery,
  starting_record: starting,
  starting_scenario: starting,
  stopping_record: stopping,
  stopping_scenario: stopping,
  off: { tone: 'warn', icon: mdiPower, word: 'off' },
};

const disconnected: DeviceLook = { tone: 'off', icon: mdiLanDisconnect, word: 'disconnected' };

/** It would record what nobody can read: its description of itself is refused, so it starts no record. */
const refused: DeviceLook = { tone: 'error', icon: mdiAlertCircleOutline, word: 'refused' };

/** What a device's look is made of. */
export type SeenDevice = Pick<DeviceStatus, 'is_connected' | 'state' | 'meta_problem'>;

export function lookOf(device: SeenDevice): DeviceLook {
  if (!device.is_connected) return disconnected;
  return isRefused(device) ? refused : looks[device.state];
}

/** Whether it would be ready, if its description had been taken; a record that runs goes on by the former one. */
export function isRefused(device: SeenDevice): boolean {
  return device.is_connected && device.state === 'idle' && device.meta_problem !== null;
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
): { readonly word: CountedWord; readonly look: DeviceLook; readonly count: number }[] {
  return countedWords.flatMap((word) => {
    const found = devices.map(lookOf).filter((look) => countedWord(look.word) === word);
    const look = word === 'active' && found.length > 0 ? looks.record : found[0];
    return look === undefined ? [] : [{ word, look, count: found.length }];
  });
}
