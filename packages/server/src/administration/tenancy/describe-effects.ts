import { randomBytes } from 'node:crypto';
import { type DeletionEffects, isRefusal, type Refusal } from '@sillage/contract';
import { sayCount, uuidV7 } from '@sillage/domain';

/** What is the same on hub and cloud. */
export function newUid(): string {
  return uuidV7(Date.now(), randomBytes(10));
}

type Effect = DeletionEffects['effects'][number];

/** A line of a deletion's confirmation; nothing when there are none. Words are given in singular and plural. */
export function effect(count: number, fate: Effect['fate'], words: Parameters<typeof sayCount>[1]): Effect[] {
  return count === 0 ? [] : [{ what: sayCount(count, words), count, fate }];
}

/** What deleting a thing does that nothing else depends on. */
export function withoutEffects(found: { readonly name: string } | Refusal): DeletionEffects | Refusal {
  return isRefusal(found) ? found : { name: found.name, effects: [] };
}
