import type { api, BodyOf } from '@sillage/contract';
import { hideSecrets } from '../../platform/log/index.ts';

/** Characters of JSON. */
const maxMeta = 8000;

/** What a browser says, as the log takes it: marked as such, without secrets, of a bounded size. */
export function frontLine(
  { message, meta }: BodyOf<typeof api.writeFrontLog>,
  userId: number | undefined,
): { fields: object; sentence: string } {
  const known = meta === undefined ? undefined : hideSecrets(meta);
  const text = known === undefined ? '' : JSON.stringify(known);
  const fields = {
    source: 'web',
    ...(userId !== undefined && { userId }),
    ...(known !== undefined && { meta: text.length > maxMeta ? `${text.slice(0, maxMeta)}…` : known }),
  };
  return { fields, sentence: String(hideSecrets(message)) };
}
