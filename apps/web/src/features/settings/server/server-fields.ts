import type { ServerSettings } from '@sillage/contract';

/** The settings as they are typed: one origin a line. */
export type ServerFields = Omit<ServerSettings, 'allowed_origins'> & { readonly allowed_origins: string };

/** The typed settings as the server takes them. */
export function settingsOf(fields: ServerFields): ServerSettings {
  const origins = fields.allowed_origins.split(/[\s,;]+/).filter((line) => line !== '');
  return { ...fields, public_url: fields.public_url.trim(), allowed_origins: origins };
}

/** Origins, one a line. */
export function linesOf(origins: readonly string[]): string {
  return origins.join('\n');
}
