import { makeKeyFile, parseKeys, readKeyFile } from './read-keys.ts';
import { createSecrets, type Secrets } from './seal-secrets.ts';

export { parseKeys } from './read-keys.ts';
export { createSecrets, keyBytes, keyIdOf, type Secrets } from './seal-secrets.ts';
export { isSignedBy, openSigningKey, type SigningKey } from './signing-key.ts';

interface Dependencies {
  /** Where the key lies when the environment gives none; made at the first start. */
  readonly file: string;
  /** Keys of the environment, as `parseKeys` reads them; they seal before those of the file. */
  readonly environment: string | undefined;
  readonly say: (sentence: string) => void;
}

/** Opens the keys of the secrets that the database keeps. They lie outside of it, and in no backup of the product. */
export async function openSecrets({ file, environment, say }: Dependencies): Promise<Secrets> {
  const fromEnvironment = parseKeys(environment ?? '') ?? [];
  const { keys, aside } = await readKeyFile(file);
  if (aside !== undefined) say(`${file} holds no key that can be read: it is kept as ${aside}, and a new one is made.`);
  const [first, ...more] = [...fromEnvironment, ...keys];
  return createSecrets([first ?? (await makeKeyFile(file)), ...more]);
}
