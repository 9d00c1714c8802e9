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

const isSecretName = new Set([...secretNames, 'passwordhash', 'accesstoken', 'refreshtoken', 'recoverykey', 'apikey']);
const hidden = '[hidden]';
// A JSON Web Token, a bearer's credentials, and the one-time part of a link to choose a password.
const secretsInText = [/eyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g, /(?<=bearer\s+)\S+/gi, /(?<=reset-password\/)[^\s/?#]+/gi];
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
      isSecretName.has(name.toLowerCase()) ? hidden : hideSecrets(item, depth + 1),
    ]),
  );
}

function hideInText(text: string): string {
  return secretsInText.reduce((left, secret) => left.replace(secret, hidden), text).replace(unprintable, ' ');
}
