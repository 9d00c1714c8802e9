import type { Release } from '@sillage/contract';
import { compareVersions, deviceFamily, parseDeviceNumber } from '@sillage/domain';

type Firmware = Pick<Release, 'version' | 'target' | 'hardware_version'>;

/** The newest version that a device of this number can run: of its family, for its hardware or for any. */
export function newestRelease(number: number, releases: readonly Firmware[]): string | undefined {
  const family = deviceFamily(number);
  const { hardware } = parseDeviceNumber(number);
  const [first, ...others] = releases
    .filter(({ target }) => target === family)
    .filter(({ hardware_version: version }) => version === null || version === hardware)
    .map(({ version }) => version);
  if (first === undefined) return undefined;
  return others.reduce((newest, version) => ((compareVersions(version, newest) ?? 0) > 0 ? version : newest), first);
}
