import type { api, BodyOf } from '@sillage/contract';
import { hideSecrets } from '../../platform/log/index.ts';

/** Characters of JSON. */
const maxMeta = 8000;
/** Of who is not signed in, also of the sentence. */
const maxOfStrangers = 500;

/** What a browser says, as the log takes it: marked as such, without secrets, of a bounded size. */
export function frontLine(
  { message, meta }: BodyOf<typeof api.writeFrontLog>,
  userId: number | undefined,
): { fields: object; sentence: string } {
  const known = meta === undefined ? undefined : hideSecrets(meta);
  const text = known === undefined ? '' : JSON.stringify(known);
  const mostMeta = userId === undefined ? maxOfStrangers : maxMeta;
  const fields = {
    source: 'web',
    ...(userId !== undefined && { userId }),
    ...(known !== undefined && { meta: text.length > mostMeta ? `${text.slice(0, mostMeta)}…` : known }),
  };
  const sentence = String(hideSecrets(message));
  return { fields, sentence: userId === undefined ? sentence.slice(0, maxOfStrangers) : sentence };
}
