import {
  mdiAlertCircleOutline,
  mdiAlertOutline,
  mdiCancel,
  mdiCheckCircle,
  mdiEqualBox,
  mdiHelpCircleOutline,
  mdiLanDisconnect,
  mdiRestart,
  mdiTimerSandEmpty,
  mdiTrayArrowDown,
  mdiUpdate,
  mdiWifiAlert,
} from '@mdi/js';
import type { FirmwareUpdate, Release } from '@sillage/contract';
import { judgeUpdate } from '@sillage/domain';
import type { LiveDevice } from '../live/merge-device.ts';
import type { Tone } from './sending-look.ts';

/** What a line says of a device: its update, or what would come of one. `word` is a key of `firmware.states`. */
export interface FirmwareLook {
  readonly word: FirmwareWord;
  readonly tone: Tone;
  readonly icon: string;
}

type FirmwareWord =
  | FirmwareUpdate['state']
  | 'ready'
  | 'sameVersion'
  | 'older'
  | 'tooOld'
  | 'unknown'
  | 'away'
  | 'otherFamily';

const updating: Readonly<Record<FirmwareUpdate['state'], Omit<FirmwareLook, 'word'>>> = {
  waiting: { tone: 'off', icon: mdiTimerSandEmpty },
  loading: { tone: 'warn', icon: mdiTrayArrowDown },
  updating: { tone: 'ok', icon: mdiUpdate },
  reconnecting: { tone: 'warn', icon: mdiRestart },
  upToDate: { tone: 'ok', icon: mdiCheckCircle },
  failed: { tone: 'error', icon: mdiAlertCircleOutline },
  cancelled: { tone: 'off', icon: mdiCancel },
};
const verdicts: Readonly<Record<ReturnType<typeof judgeUpdate>, FirmwareLook>> = {
  newer: { word: 'ready', tone: 'off', icon: mdiUpdate },
  sameVersion: { word: 'sameVersion', tone: 'off', icon: mdiEqualBox },
  older: { word: 'older', tone: 'warn', icon: mdiAlertOutline },
  tooOld: { word: 'tooOld', tone: 'warn', icon: mdiWifiAlert },
  unknown: { word: 'unknown', tone: 'off', icon: mdiHelpCircleOutline },
  wrongFamily: { word: 'otherFamily', tone: 'off', icon: mdiHelpCircleOutline },
};

/** An update that goes on counts first, then what the chosen release would do. */
export function lookOfUpdate(
  device: LiveDevice,
  release: Release | undefined,
  update: FirmwareUpdate | undefined,
): FirmwareLook {
  if (update !== undefined && isShown(update, release)) return { word: update.state, ...updating[update.state] };
  const verdict = release === undefined ? 'unknown' : judgeUpdate(device, release);
  if (!device.is_connected && (verdict === 'newer' || verdict === 'older')) {
    return { word: 'away', tone: 'off', icon: mdiLanDisconnect };
  }
  return verdicts[verdict];
}

/** One that is over is shown with its own release only, and no longer when the device may be asked again. */
function isShown(update: FirmwareUpdate, release: Release | undefined): boolean {
  return update.ended_date === null || (update.release_id === release?.id && update.state !== 'cancelled');
}

export function isOpen(update: FirmwareUpdate | undefined): boolean {
  return update !== undefined && update.ended_date === null;
}
