import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../files/index.ts';
import { keyBytes } from './seal-secrets.ts';

const header =
  '# Opens the secrets of other services that the database of Sillage keeps. The first key seals, the others only open.\n';
const maxKeys = 16;

/** Keys as base64, 32 bytes each, one a line or separated by commas; undefined when one of them is none. */
export function parseKeys(text: string): Buffer[] | undefined {
  const lines = text.split('\n').filter((line) => !line.trim().startsWith('#'));
  const parts = lines.flatMap((line) => line.split(',')).map((part) => part.trim());
  const keys = parts.filter((part) => part !== '').map((part) => Buffer.from(part, 'base64'));
  return keys.length <= maxKeys && keys.every((key) => key.length === keyBytes) ? keys : undefined;
}

interface KeyFile {
  readonly keys: Buffer[];
  /** Where a file that held no keys was put aside. */
  readonly aside?: string;
}

/** The keys in the file, readable by its owner only; none when there is no file. */
export async function readKeyFile(path: string): Promise<KeyFile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return { keys: [] };
  const keys = parseKeys(text);
  if (keys !== undefined && keys.length > 0) {
    await chmod(path, 0o600).catch(() => {}); // some file systems know no rights
    return { keys };
  }
  return { keys: [], aside: await putAside(path) };
}

/** Over nothing that was put aside before: it may hold the only copy of a key. */
async function putAside(path: string): Promise<string> {
  let aside = `${path}.unreadable`;
  for (let n = 2; existsSync(aside); n++) aside = `${path}.unreadable-${n}`;
  await rename(path, aside);
  return aside;
}

/** Makes a key and its file, whole on the disk before anything is sealed with it. */
export async function makeKeyFile(path: string): Promise<Buffer> {
  const key = randomBytes(keyBytes);
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(`${header}${key.toString('base64')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
  return key;
}
