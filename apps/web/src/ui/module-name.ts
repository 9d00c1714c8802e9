import type { Language } from '@sillage/contract';

/** What devices call their modules → what people do. */
const known: Readonly<Record<string, { readonly [L in Language]: string }>> = {
  csv: { fr: 'Fichier', en: 'File' },
  rower: { fr: 'Rameur', en: 'Rower' },
  stroke: { fr: 'Coup', en: 'Stroke' },
  plate: { fr: 'Plateforme', en: 'Plate' },
  bike: { fr: 'Vélo', en: 'Bike' },
  crank: { fr: 'Pédalier', en: 'Crank' },
  heart: { fr: 'Cardio', en: 'Heart' },
  derived: { fr: 'Calculé', en: 'Computed' },
  derived_force: { fr: 'Forces calculées', en: 'Computed forces' },
  derived_power: { fr: 'Puissance calculée', en: 'Computed power' },
  hr: { fr: 'Cardio', en: 'Heart' },
};

/** A module's name for people; one that is not known keeps its own, short ones as the abbreviations they are. */
export function moduleName(key: string, language: Language): string {
  const words = Object.hasOwn(known, key.toLowerCase()) ? known[key.toLowerCase()] : undefined;
  if (words !== undefined) return words[language];
  return key.length <= 4 ? key.toUpperCase() : key.charAt(0).toUpperCase() + key.slice(1);
}
