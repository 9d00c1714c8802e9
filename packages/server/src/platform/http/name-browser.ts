import type { IncomingHttpHeaders } from 'node:http';

/** Characters of a browser's name that are kept. */
const longestName = 100;

/** Which browser asks, by the name that it gave itself. */
export function frontUidOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers['x-unique-id'];
  return typeof given === 'string' ? given.slice(0, longestName) : undefined;
}
