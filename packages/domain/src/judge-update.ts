import { limits } from '@sillage/contract';
import { compareVersions } from './compare-versions.ts';

/**
 * What would come of another firmware on a device: `older` needs somebody who wants it all the same, `tooOld` cannot be updated
 * over Wi-Fi, `unknown` does not say what it runs.
 */
export type UpdateVerdict = 'newer' | 'sameVersion' | 'older' | 'tooOld' | 'wrongFamily' | 'unknown';

export function judgeUpdate(
  device: { readonly version: string | null; readonly type: string },
  release: { readonly version: string; readonly target: string },
): UpdateVerdict {
  if (device.type !== release.target) return 'wrongFamily';
  const to = device.version === null ? undefined : compareVersions(release.version, device.version);
  if (device.version === null || to === undefined) return 'unknown';
  if (to === 0) return 'sameVersion';
  const toMinimum = compareVersions(device.version, limits.wifiUpdateMinimumVersion) ?? 0;
  if (toMinimum < 0) return 'tooOld';
  return to < 0 ? 'older' : 'newer';
}
