const pattern = /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(-[\w.]+)?$/i;

/**
 * Negative when `a` is older than `b`, 0 when the same, positive when newer; undefined when one of them is no version.
 * A leading v is stripped, missing parts are 0, and `6.5.0-rc1` comes before `6.5.0`.
 */
export function compareVersions(a: string, b: string): number | undefined {
  const one = pattern.exec(a.trim());
  const two = pattern.exec(b.trim());
  if (one === null || two === null) return undefined;
  for (const part of [1, 2, 3]) {
    const difference = Number(one[part] ?? 0) - Number(two[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(one[4] === undefined) - Number(two[4] === undefined);
}

/** Whether a device or hub is at least of a version; one that cannot be read is not. */
export function isAtLeastVersion(version: string, minimum: string): boolean {
  return (compareVersions(version, minimum) ?? -1) >= 0;
}
