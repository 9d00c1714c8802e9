/** Whether a hub and a cloud understand each other: the same major version, and minor ones that follow each other. */
export function areCompatible(one: string, other: string): boolean {
  const [[major, minor], [otherMajor, otherMinor]] = [parts(one), parts(other)];
  return major === otherMajor && Math.abs(minor - otherMinor) <= 1;
}

function parts(version: string): readonly [major: number, minor: number] {
  const [major, minor] = version.split('.').map(Number);
  return [major ?? Number.NaN, minor ?? Number.NaN];
}
