import { type BuiltIn, builtIn, items } from './describe.ts';

/** Variables that records have, by the names that presets use. */
const variables = items({
  speed: ['Vitesse', 'Speed'],
  cadence: ['Cadence', 'Cadence'],
  acc_x: ['Accélération x', 'Acceleration x'],
  acc_y: ['Accélération y', 'Acceleration y'],
  acc_z: ['Accélération z', 'Acceleration z'],
  roll: ['Roulis', 'Roll'],
  pitch: ['Tangage', 'Pitch'],
  d_stroke: ['Distance par coup', 'Distance per stroke'],
  Puissance: ['Puissance', 'Power'],
  Puissance_g: ['Puissance gauche', 'Power, left'],
  Puissance_d: ['Puissance droite', 'Power, right'],
  Couple: ['Couple', 'Torque'],
  Couple_g: ['Couple gauche', 'Torque, left'],
  Couple_d: ['Couple droit', 'Torque, right'],
  Force: ['Force', 'Force'],
  Pression: ['Pression', 'Pressure'],
  fzg: ['Force verticale gauche', 'Vertical force, left'],
  fzd: ['Force verticale droite', 'Vertical force, right'],
  fztot: ['Force verticale totale', 'Vertical force, total'],
  Fz_total: ['Force au sol', 'Ground force'],
  CoPx: ['Centre de pression x', 'Centre of pressure x'],
  CoPy: ['Centre de pression y', 'Centre of pressure y'],
});
const ofBoats = ['speed', 'cadence', 'acc_x'];
const ofCycles = ['speed', 'cadence', 'Puissance'];

/** How a record is shown: of a sport, of a client, of a person; the nearest to the person counts. */
export const recordParameters: readonly BuiltIn[] = [
  builtIn(
    'rec_params::courbes::variables',
    ['Variables affichées', 'Variables shown'],
    [
      'Courbes tracées quand un enregistrement s’ouvre, dans cet ordre ; aucune = les plus parlantes.',
      'Curves drawn when a record opens, in this order; none = the most telling.',
    ],
    'list',
    null,
    {
      items: variables,
      multiple: true,
      order: true,
      defaultOfSport: {
        aviron: [...ofBoats, 'roll', 'pitch'],
        kayak: [...ofBoats, 'roll', 'pitch'],
        velo: ofCycles,
        bmx: ofCycles,
        marteau: ['Force', 'speed'],
        golf: ['fzg', 'fzd', 'fztot', 'CoPx'],
      },
    },
  ),
  builtIn(
    'rec_params::courbes::zero_commun',
    ['Zéros alignés', 'Zeros aligned'],
    ['Place le zéro de toutes les courbes à la même hauteur.', 'Puts the zero of every curve at the same height.'],
    'bool',
    false,
  ),
  builtIn(
    'rec_params::courbes::epaisseur',
    ['Épaisseur des courbes', 'Width of the curves'],
    ['Dans les enregistrements, de 1 (fine) à 4.', 'In records, from 1 (thin) to 4.'],
    'float',
    1.6,
    { rule: 'lineWidth', unit: 'px', advanced: true },
  ),
  builtIn(
    'rec_params::lissage::fenetre',
    ['Fenêtre de lissage', 'Smoothing window'],
    ['Durée sur laquelle les courbes sont moyennées ; 0 = aucune.', 'Time over which curves are averaged; 0 = none.'],
    'float',
    0,
    { rule: 'positive', unit: 's', defaultOfSport: { aviron: 0.1, kayak: 0.1 } },
  ),
];
