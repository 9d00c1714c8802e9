import type { Translated } from '@sillage/contract';

type Words = Readonly<Translated>;
type Language = keyof Translated;

const sides: Readonly<Record<string, Words>> = {
  x: { fr: 'x', en: 'x' },
  y: { fr: 'y', en: 'y' },
  z: { fr: 'z', en: 'z' },
  d: { fr: 'droite', en: 'right' },
  g: { fr: 'gauche', en: 'left' },
  mean: { fr: 'moyenne', en: 'mean' },
  ref: { fr: 'de référence', en: 'reference' },
};

/** What files call their variables when they do not describe them (devices, and common files of others). */
const quantities: Readonly<Record<string, Words>> = {
  acc: { fr: 'Accél.', en: 'Accel.' },
  gyro: { fr: 'Rotation', en: 'Rotation' },
  mag: { fr: 'Champ magnétique', en: 'Magnetic field' },
  speed: { fr: 'Vitesse', en: 'Speed' },
  vitesse: { fr: 'Vitesse', en: 'Speed' },
  power: { fr: 'Puissance', en: 'Power' },
  puissance: { fr: 'Puissance', en: 'Power' },
  cadence: { fr: 'Cadence', en: 'Cadence' },
  couple: { fr: 'Couple', en: 'Torque' },
  pression: { fr: 'Pression', en: 'Pressure' },
  force: { fr: 'Force', en: 'Force' },
  distance: { fr: 'Distance', en: 'Distance' },
  altitude: { fr: 'Altitude', en: 'Altitude' },
  latitude: { fr: 'Latitude', en: 'Latitude' },
  longitude: { fr: 'Longitude', en: 'Longitude' },
  temperature: { fr: 'Température', en: 'Temperature' },
};

const names: Readonly<Record<string, Words>> = {
  dist: { fr: 'Distance', en: 'Distance' },
  speed_i: { fr: 'Vitesse intégrée', en: 'Integrated speed' },
  d_stroke: { fr: 'Distance par coup', en: 'Distance per stroke' },
  roll: { fr: 'Roulis', en: 'Roll' },
  pitch: { fr: 'Tangage', en: 'Pitch' },
  yaw: { fr: 'Lacet', en: 'Yaw' },
  fzd: { fr: 'Force verticale droite', en: 'Right vertical force' },
  fzg: { fr: 'Force verticale gauche', en: 'Left vertical force' },
  fz_left: { fr: 'Force verticale gauche', en: 'Left vertical force' },
  fz_right: { fr: 'Force verticale droite', en: 'Right vertical force' },
  fztot: { fr: 'Force verticale totale', en: 'Total vertical force' },
  fz_total: { fr: 'Force verticale totale', en: 'Total vertical force' },
  fd: { fr: 'Force droite', en: 'Right force' },
  fg: { fr: 'Force gauche', en: 'Left force' },
  ftot: { fr: 'Force totale', en: 'Total force' },
  copx: { fr: 'Centre de pression x', en: 'Centre of pressure x' },
  copy: { fr: 'Centre de pression y', en: 'Centre of pressure y' },
  left_right: { fr: 'Équilibre gauche-droite', en: 'Left-right balance' },
  heart_rate: { fr: 'Fréquence cardiaque', en: 'Heart rate' },
  lat: { fr: 'Latitude', en: 'Latitude' },
  lon: { fr: 'Longitude', en: 'Longitude' },
};

/** `acc_x` → `Accél. x`; undefined for a name that nobody has agreed on. */
export function sayVariable(variable: string, language: Language): string | undefined {
  const name = variable.toLowerCase().replace(/_+$/, '');
  if (Object.hasOwn(names, name)) return names[name]?.[language];
  if (Object.hasOwn(quantities, name)) return quantities[name]?.[language];
  const [, quantity = '', side = ''] = /^(.+)_([a-z]+)$/.exec(name) ?? [];
  if (!Object.hasOwn(quantities, quantity) || !Object.hasOwn(sides, side)) return undefined;
  const words = [quantities[quantity]?.[language], sides[side]?.[language]];
  // English says the side first, and an axis last.
  if (language === 'fr' || (side.length === 1 && 'xyz'.includes(side))) return words.join(' ');
  const [what = '', which = ''] = words;
  return `${which.charAt(0).toUpperCase()}${which.slice(1)} ${what.charAt(0).toLowerCase()}${what.slice(1)}`;
}
