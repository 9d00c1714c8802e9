import type { Language, Translated } from '@sillage/contract';

type Words = { readonly fr: readonly [one: string, more: string]; readonly en: readonly [one: string, more: string] };

const places = { fr: 'fr-FR', en: 'en-GB' } as const;
const byteUnits = { fr: ['octets', 'ko', 'Mo', 'Go', 'To'], en: ['bytes', 'kB', 'MB', 'GB', 'TB'] } as const;

/** `1 200 personnes`, `1 person`: a number with its word. */
export function sayCount(count: number, { fr, en }: Words): Translated {
  return {
    // In French less than two is one.
    fr: `${count.toLocaleString(places.fr)} ${fr[count < 2 ? 0 : 1]}`,
    en: `${count.toLocaleString(places.en)} ${en[count === 1 ? 0 : 1]}`,
  };
}

/** `14,1 Mo`, `812 kB`: three figures at most, in powers of 1000; the unit stays on the line of its number. */
export function sayBytes(bytes: number): Translated {
  let power = 0;
  // What rounds to 1000 of a unit is 1 of the next.
  while (power < byteUnits.fr.length - 1 && Number((bytes / 1000 ** power).toPrecision(3)) >= 1000) power += 1;
  const say = (language: Language) => {
    const amount = (bytes / 1000 ** power).toLocaleString(places[language], { maximumSignificantDigits: 3 });
    return `${amount}\u00a0${byteUnits[language][power]}`;
  };
  return { fr: say('fr'), en: say('en') };
}

/** Parts of a sentence with commas between them. */
export function sayList(parts: readonly Translated[]): Translated {
  return { fr: parts.map(({ fr }) => fr).join(', '), en: parts.map(({ en }) => en).join(', ') };
}
