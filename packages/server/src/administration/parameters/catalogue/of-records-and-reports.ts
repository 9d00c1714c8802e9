import { type BuiltIn, builtIn, items } from './describe.ts';

/** Variables that records have (specification §3), by the names that presets use. */
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
      'Courbes tracées quand un enregistrement s’ouvre, dans cet ordre.',
      'Curves drawn when a record opens, in this order.',
    ],
    'list',
    ['acc_x', 'acc_y', 'acc_z'],
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
    'rec_params::courbes::axe',
    ['Axe horizontal', 'Horizontal axis'],
    ['Temps depuis le départ, ou distance parcourue.', 'Time since the start, or distance covered.'],
    'list',
    'T',
    { items: items({ T: ['Temps', 'Time'], D: ['Distance', 'Distance'] }) },
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
    ['De 1 (fine) à 4.', 'From 1 (thin) to 4.'],
    'float',
    1.5,
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

/** What a report is made with; the nearest to the person counts. */
export const reportParameters: readonly BuiltIn[] = [
  builtIn(
    'pdf_params::mise_en_page::format',
    ['Format de page', 'Page format'],
    ['Papier sur lequel le rapport est composé.', 'Paper that the report is laid out for.'],
    'list',
    'A4',
    { items: items({ A4: ['A4', 'A4'], A3: ['A3', 'A3'], Letter: ['Lettre US', 'US Letter'] }) },
  ),
  builtIn(
    'pdf_params::mise_en_page::orientation',
    ['Orientation', 'Orientation'],
    ['Sens de la page.', 'Direction of the page.'],
    'list',
    'portrait',
    { items: items({ portrait: ['Portrait', 'Portrait'], landscape: ['Paysage', 'Landscape'] }) },
  ),
  builtIn(
    'pdf_params::mise_en_page::logo',
    ['Logo du club', 'Club logo'],
    ['Place le logo du club en tête du rapport.', 'Puts the logo of the club at the top of the report.'],
    'bool',
    true,
  ),
  builtIn(
    'pdf_params::mise_en_page::couleur',
    ['Couleur des titres', 'Colour of titles'],
    ['Couleur des titres et des traits.', 'Colour of titles and lines.'],
    'color',
    '#3f51b5',
    { advanced: true },
  ),
  builtIn(
    'pdf_params::contenu::sections',
    ['Sections', 'Sections'],
    ['Parties du rapport, dans cet ordre.', 'Parts of the report, in this order.'],
    'list',
    ['summary', 'curves', 'statistics'],
    {
      items: items({
        summary: ['Synthèse', 'Summary'],
        curves: ['Courbes', 'Curves'],
        statistics: ['Statistiques', 'Statistics'],
        selections: ['Sélections', 'Selections'],
        comment: ['Commentaire', 'Comment'],
      }),
      multiple: true,
      order: true,
    },
  ),
  builtIn(
    'pdf_params::contenu::variables',
    ['Variables du rapport', 'Variables of the report'],
    ['Courbes et statistiques du rapport, dans cet ordre.', 'Curves and statistics of the report, in this order.'],
    'list',
    ['acc_x', 'acc_y', 'acc_z'],
    {
      items: variables,
      multiple: true,
      order: true,
      defaultOfSport: { aviron: ofBoats, kayak: ofBoats, velo: ofCycles, bmx: ofCycles },
    },
  ),
];
