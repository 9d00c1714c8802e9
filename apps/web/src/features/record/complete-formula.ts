/** What may stand in a formula. */
export interface Offer {
  /** As the formula writes it. */
  readonly text: string;
  /** For people, beside it. */
  readonly label: string;
  readonly detail: string;
}

export interface Completion {
  /** Of the word under the caret. */
  readonly from: number;
  readonly to: number;
  readonly offers: readonly Offer[];
}

/** Offers at once. */
const mostOffers = 8;
const wordBefore = /(?:\[[^[\]]*|[\p{L}_][\p{L}\p{N}_.]*)$/u;
const wordAfter = /^[\p{L}\p{N}_.]*/u;

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * What the word under the caret may become; those that begin like it come first.
 * @param isAsked also where there is no word yet
 */
export function completeAt(text: string, caret: number, all: readonly Offer[], isAsked: boolean): Completion {
  const before = wordBefore.exec(text.slice(0, caret))?.[0] ?? '';
  const after = wordAfter.exec(text.slice(caret))?.[0] ?? '';
  const place = { from: caret - before.length, to: caret + (before.startsWith('[') ? 0 : after.length) };
  const wanted = plain(before.replace('[', ''));
  if (wanted === '' && !isAsked) return { ...place, offers: [] };
  const rankOf = ({ text: written, label }: Offer) => {
    const words = [plain(written).replace('[', ''), plain(written).slice(written.indexOf('.') + 1), plain(label)];
    if (words.some((word) => word.startsWith(wanted))) return 0;
    return words.some((word) => word.includes(wanted)) ? 1 : undefined;
  };
  const ranked = all.flatMap((offer) => {
    const rank = rankOf(offer);
    return rank === undefined ? [] : [{ offer, rank }];
  });
  const offers = ranked.sort((a, b) => a.rank - b.rank).slice(0, mostOffers);
  const isWhole = offers.length === 1 && offers[0]?.offer.text === text.slice(place.from, place.to);
  return { ...place, offers: isWhole ? [] : offers.map(({ offer }) => offer) };
}

/** A text in which a part is another one. */
export function replaced(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  by: string,
): string {
  return `${text.slice(0, from)}${by}${text.slice(to)}`;
}
