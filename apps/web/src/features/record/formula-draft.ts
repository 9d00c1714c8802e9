import type { ComputedChannel, ComputedReach, Language, Record, RecordComputed } from '@sillage/contract';

/** A channel as it is typed. */
export interface Draft {
  readonly formula: string;
  readonly name: { readonly [L in Language]: string };
  readonly unit: string;
  readonly reach: ComputedReach['of'];
}

export function draftOf(edited: RecordComputed | undefined): Draft {
  if (edited === undefined) return { formula: '', name: { fr: '', en: '' }, unit: '', reach: 'everything' };
  const { formula, name, unit, reach } = edited.channel;
  return { formula, name, unit: unit ?? '', reach: reach.of };
}

/** One language is enough; the other one says the same then. */
export function nameOf({ name }: Draft): ComputedChannel['name'] | undefined {
  const [fr, en] = [name.fr.trim(), name.en.trim()];
  return fr === '' && en === '' ? undefined : { fr: fr || en, en: en || fr };
}

export function channelOf(draft: Draft, record: Record): ComputedChannel {
  const name = nameOf(draft) ?? draft.name;
  return { name, formula: draft.formula.trim(), unit: draft.unit.trim() || null, reach: reachOf(draft.reach, record) };
}

function reachOf(of: ComputedReach['of'], { uid, sport_name, exercise_name }: Record): ComputedReach {
  switch (of) {
    case 'everything':
      return { of };
    case 'sport':
      return sport_name ? { of, name: sport_name } : { of: 'everything' };
    case 'exercise':
      return exercise_name ? { of, name: exercise_name } : { of: 'everything' };
    case 'record':
      return { of, uid };
  }
}
