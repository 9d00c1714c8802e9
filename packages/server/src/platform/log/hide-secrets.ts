const secretNames = [
  'password',
  'token',
  'access_token',
  'refresh_token',
  'authorization',
  'cookie',
  'secret',
  'recovery_key',
  'api_key',
];

/** Where a logged object may hold a secret, down to three levels. */
export const secretPaths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** Also `current_password`, `accessToken`, `set-cookie`, `X-XSRF-TOKEN`, `recoveryKey`. */
const secretName = /password|token|authorization|cookie|secret|(?:recovery|api)[_-]?key/i;
const hidden = '[hidden]';
// A JSON Web Token, credentials of a header, an API key, and the one-time part of a link to choose a password.
const secretsInText = [
  /eyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g,
  /(?<=(?:bearer|apikey)\s+)\S+/gi,
  /sil_[\w-]{20,}/g,
  /(?<=reset-password\/)[^\s/?#]+/gi,
];
// Control characters, also those that turn the reading direction: a line shows what it says.
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const maxDepth = 6;

/** What strangers send, without secrets, control characters and the depth that nobody reads. */
export function hideSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return hideInText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return '…';
  if (Array.isArray(value)) return value.map((item) => hideSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      hideInText(name),
      secretName.test(name) ? hidden : hideSecrets(item, depth + 1),
    ]),
  );
}

function hideInText(text: string): string {
  return secretsInText.reduce((left, secret) => left.replace(secret, hidden), text).replace(unprintable, ' ');
}

/** The fields of a log line without the values of a failed query, which its error holds: hashes, keys, names. */
export function hideQueryValues(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutQueryValues(value) : value,
    ]),
  );
}

const stackLine = /^ {4}at .*(?::\d+\)?|\(<anonymous>\))$/;

/** `Failed query: …\nparams: …` is how the database library begins the message of its errors; the stack follows. */
function withoutQueryValues(text: string): string {
  const at = text.includes('Failed query: ') ? text.indexOf('\nparams: ') : -1;
  if (at < 0) return text;
  const lines = text.slice(at + 1).split('\n');
  // From the end: a value may hold what looks like a line of a stack.
  const stack = lines.slice(lines.findLastIndex((line) => !stackLine.test(line)) + 1);
  return [text.slice(0, at), `params: ${hidden}`, ...stack].join('\n');
}
