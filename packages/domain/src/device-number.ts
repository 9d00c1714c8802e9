import { limits } from '@sillage/contract';

/** Device number = family × 1,000,000 + hardware version × 10,000 + serial. */
export interface DeviceNumberParts {
  readonly family: number;
  /** Version × 10: 20 = v2.0. */
  readonly hardware: number;
  /** The 4 digits that people type. */
  readonly serial: number;
}

export type DeviceFamily = 'maxi' | 'mini' | 'hub' | 'other';

/** Number of each family that can be administered. */
export const deviceFamilies = { maxi: 10, mini: 20, hub: 30 } as const;
const names = Object.entries(deviceFamilies) as [keyof typeof deviceFamilies, number][];
const familyScale = 1_000_000;
const hardwareScale = 10_000;

export function composeDeviceNumber({ family, hardware, serial }: DeviceNumberParts): number {
  const fits =
    isCount(family, 2147) &&
    isCount(hardware, familyScale / hardwareScale - 1) &&
    isCount(serial, limits.maxDeviceSerial);
  if (!fits) throw new RangeError(`no device number for family ${family}, hardware ${hardware}, serial ${serial}`);
  return family * familyScale + hardware * hardwareScale + serial;
}

export function parseDeviceNumber(number: number): DeviceNumberParts {
  return {
    family: Math.floor(number / familyScale),
    hardware: Math.floor((number % familyScale) / hardwareScale),
    serial: number % hardwareScale,
  };
}

export function deviceFamily(number: number): DeviceFamily {
  const { family } = parseDeviceNumber(number);
  return names.find(([, value]) => value === family)?.[0] ?? 'other';
}

/** Whether a number is that of a record which is played as a device: no real device has one of them. */
export function isReplayNumber(number: number): boolean {
  const { family, hardware } = parseDeviceNumber(number);
  return family === deviceFamilies.maxi && hardware === limits.replayHardware;
}

/** The name of a device that nobody has renamed: `Maxi 0042`. */
export function deviceDisplayName(number: number): string {
  const family = deviceFamily(number);
  const label = family === 'other' ? 'Device' : family[0]?.toUpperCase() + family.slice(1);
  return `${label} ${String(parseDeviceNumber(number).serial).padStart(4, '0')}`;
}

function isCount(value: number, maximum: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= maximum;
}
