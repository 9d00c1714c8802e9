import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { codeOf } from '../files/index.ts';

/** What the web app reads at `/config.json` when it starts. */
export interface WebConfiguration {
  /** Where its API is: a path of this server, or an address of another one. */
  readonly apiUrl: string;
}

export const builtInWebConfiguration: WebConfiguration = { apiUrl: '/api' };

const maxBytes = 64 * 1024;
const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
const File = z.strictObject({
  apiUrl: z
    .string()
    .max(500)
    .refine((text) => /^\/(?!\/)[\w./~-]*$/.test(text) || isWebAddress(text)),
});
const rule = 'it must be {"apiUrl": "/api"} or {"apiUrl": "https://another.example.org/api"}, and nothing else';

/**
 * What an operator put into a file for the web app, if there is one. With one that is wrong the web app uses this
 * server, and `say` tells what is wrong: a server that records does not stay down for it.
 */
export async function readWebConfiguration(path: string, say: (problem: string) => void): Promise<WebConfiguration> {
  try {
    if ((await stat(path)).size > maxBytes) throw new SyntaxError('too long');
    const file = File.safeParse(JSON.parse(await readFile(path, 'utf8')));
    if (file.success) return file.data;
    const at = file.error.issues[0]?.path.join('.') || 'the whole';
    say(`${path} is not used (${at} is wrong): ${rule}.`);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return builtInWebConfiguration;
    const why = error instanceof SyntaxError ? 'no JSON' : (codeOf(error) ?? 'unreadable');
    say(`${path} is not used (${why}): ${rule}.`);
  }
  return builtInWebConfiguration;
}

/** Other origins that the page talks to then: calls, live rooms, pictures. */
export function originsOf({ apiUrl }: WebConfiguration): { readonly calls: string[]; readonly pictures: string[] } {
  if (!isWebAddress(apiUrl)) return { calls: [], pictures: [] };
  const { origin } = new URL(apiUrl);
  return { calls: [origin, origin.replace(/^http/, 'ws')], pictures: [origin] };
}
