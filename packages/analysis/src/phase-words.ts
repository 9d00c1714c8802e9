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
  drive: { fr: 'Appui', en: 'Drive' },
  recovery: { fr: 'Retour', en: 'Recovery' },
  catch: { fr: 'Prise', en: 'Catch' },
  stroke: { fr: 'Coup', en: 'Stroke' },
  left: { fr: 'Gauche', en: 'Left' },
  right: { fr: 'Droite', en: 'Right' },
  backswing: { fr: 'Montée', en: 'Backswing' },
  downswing: { fr: 'Descente', en: 'Downswing' },
  swing: { fr: 'Geste', en: 'Swing' },
  top: { fr: 'Sommet', en: 'Top' },
  impact: { fr: 'Impact', en: 'Impact' },
  turn: { fr: 'Tour', en: 'Turn' },
  release: { fr: 'Envol', en: 'Release' },
  sprint: { fr: 'Sprint', en: 'Sprint' },
  effort: { fr: 'Effort', en: 'Effort' },
  peak: { fr: 'Maximum', en: 'Peak' },
  contact: { fr: 'Contact', en: 'Contact' },
  touchDown: { fr: 'Toucher', en: 'Touch-down' },
  lowest: { fr: 'Point bas', en: 'Lowest point' },
  landing: { fr: 'Réception', en: 'Landing' },
  end: { fr: 'Fin', en: 'End' },
  takeaway: { fr: 'Départ du geste', en: 'Takeaway' },
};

/** The word of a phase or an event; a name that nobody gave a word stands for itself. */
export const phaseWord = (name: string): Translated => words[name] ?? { fr: name, en: name };
