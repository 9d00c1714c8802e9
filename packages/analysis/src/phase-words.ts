import type { Translated } from './translated.ts';

/** What phases and events are called. */
const words: Readonly<Record<string, Translated>> = {
  weighing: { fr: 'Pesée', en: 'Weighing' },
  unweighting: { fr: 'Allègement', en: 'Unweighting' },
  braking: { fr: 'Freinage', en: 'Braking' },
  propulsion: { fr: 'Poussée', en: 'Propulsion' },
  flight: { fr: 'Vol', en: 'Flight' },
  onset: { fr: 'Début', en: 'Onset' },
  takeOff: { fr: 'Décollage', en: 'Take-off' },
  acceleration: { fr: 'Accélération', en: 'Acceleration' },
  start: { fr: 'Départ', en: 'Start' },
  bestTurn: { fr: 'Meilleur tour', en: 'Best turn' },
  lap: { fr: 'Tour', en: 'Lap' },
  gate: { fr: 'Grille', en: 'Gate' },
  effort: { fr: 'Effort', en: 'Effort' },
  peak: { fr: 'Maximum', en: 'Peak' },
  contact: { fr: 'Contact', en: 'Contact' },
  touchDown: { fr: 'Toucher', en: 'Touch-down' },
  lowest: { fr: 'Point bas', en: 'Lowest point' },
  landing: { fr: 'Réception', en: 'Landing' },
};

/** The word of a phase or an event; a name that nobody gave a word stands for itself. */
export const phaseWord = (name: string): Translated => words[name] ?? { fr: name, en: name };
