/** What a device may be doing: as it reports it, and as it is shown. */
export const deviceStates = [
  'idle',
  'starting_record',
  'record',
  'recovery_record',
  'stopping_record',
  'starting_scenario',
  'scenario',
  'recovery_scenario',
  'stopping_scenario',
  'off',
  'firmware_updating',
] as const;
export type DeviceState = (typeof deviceStates)[number];

/** Which passing states count as recording besides `record` and `scenario`. */
export interface RecordingOptions {
  readonly starting?: boolean;
  readonly stopping?: boolean;
  readonly recovery?: boolean;
}

/** Whether a device records; what starts, stops or recovers counts when the options say so. */
export function isRecording(state: DeviceState, options: RecordingOptions = {}): boolean {
  switch (state) {
    case 'record':
    case 'scenario':
      return true;
    case 'starting_record':
    case 'starting_scenario':
      return options.starting ?? false;
    case 'stopping_record':
    case 'stopping_scenario':
      return options.stopping ?? false;
    case 'recovery_record':
    case 'recovery_scenario':
      return options.recovery ?? false;
    case 'idle':
    case 'off':
    case 'firmware_updating':
      return false;
    default:
      return unreachable(state);
  }
}

/** Green, blue or warning colour. */
export function stateTone(state: DeviceState): 'ready' | 'recording' | 'warning' {
  switch (state) {
    case 'idle':
    case 'firmware_updating':
      return 'ready';
    case 'record':
    case 'recovery_record':
    case 'scenario':
    case 'recovery_scenario':
      return 'recording';
    case 'starting_record':
    case 'stopping_record':
    case 'starting_scenario':
    case 'stopping_scenario':
    case 'off':
      return 'warning';
    default:
      return unreachable(state);
  }
}

/** Whether the device is between two states, so that no command is sent to it now. */
export function isChanging(state: DeviceState): boolean {
  switch (state) {
    case 'starting_record':
    case 'stopping_record':
    case 'starting_scenario':
    case 'stopping_scenario':
    case 'firmware_updating':
      return true;
    case 'idle':
    case 'record':
    case 'recovery_record':
    case 'scenario':
    case 'recovery_scenario':
    case 'off':
      return false;
    default:
      return unreachable(state);
  }
}

function unreachable(state: never): never {
  throw new Error(`unknown device state ${String(state)}`);
}
