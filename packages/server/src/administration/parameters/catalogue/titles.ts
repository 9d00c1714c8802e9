import type { Translated } from '@sillage/contract';

/** Names of categories and subcategories on screen. */
const titles: Readonly<Record<string, Translated>> = {
  lang: { fr: 'Langue', en: 'Language' },
  timezone: { fr: 'Fuseau horaire', en: 'Time zone' },
  show_shortcuts: { fr: 'Raccourcis', en: 'Shortcuts' },
  general: { fr: 'Général', en: 'General' },
  enregistrement: { fr: 'Enregistrement', en: 'Recording' },
  tampon: { fr: 'Mémoire des dernières heures', en: 'Memory of the last hours' },
  affichage: { fr: 'Affichage', en: 'Display' },
  unites: { fr: 'Unités', en: 'Units' },
  aviron: { fr: 'Aviron', en: 'Rowing' },
  kayak: { fr: 'Kayak', en: 'Kayak' },
  puissance: { fr: 'Puissance', en: 'Power' },
  capteur: { fr: 'Capteur', en: 'Device' },
  calibration: { fr: 'Calibration', en: 'Calibration' },
  gps: { fr: 'GPS', en: 'GPS' },
  wifi: { fr: 'Wi-Fi', en: 'Wifi' },
  rec_params: { fr: 'Enregistrements', en: 'Records' },
  courbes: { fr: 'Courbes', en: 'Curves' },
  lissage: { fr: 'Lissage', en: 'Smoothing' },
};

/** Titles of what a parameter's name begins with: category, subcategory. Words of a person stay as they were typed. */
export function titlesOf(name: string): Translated[] {
  const parts = name.split('::');
  const groups = parts.length === 1 ? parts : parts.slice(0, -1);
  return groups.map((part) => (Object.hasOwn(titles, part) ? titles[part] : undefined) ?? { fr: part, en: part });
}
