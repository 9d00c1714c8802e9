import { randomBytes } from 'node:crypto';
import { type DeletionEffects, isRefusal, type Refusal } from '@sillage/contract';
import { uuidV7 } from '@sillage/domain';

/** What is the same on hub and cloud. */
export function newUid(): string {
  return uuidV7(Date.now(), randomBytes(10));
}

type Effect = DeletionEffects['effects'][number];

/** A line of a deletion's confirmation; nothing when there are none. Words are given in singular and plural. */
export function effect(
  count: number,
  fate: Effect['fate'],
  words: { readonly fr: readonly [string, string]; readonly en: readonly [string, string] },
): Effect[] {
  if (count === 0) return [];
  const fr = `${count} ${words.fr[count < 2 ? 0 : 1]}`;
  const en = `${count} ${words.en[count === 1 ? 0 : 1]}`;
  return [{ what: { fr, en }, count, fate }];
}

/** What deleting a thing does that nothing else depends on. */
export function withoutEffects(found: { readonly name: string } | Refusal): DeletionEffects | Refusal {
  return isRefusal(found) ? found : { name: found.name, effects: [] };
}
