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

function unreachable(state: never): never {
  throw new Error(`unknown device state ${String(state)}`);
}
