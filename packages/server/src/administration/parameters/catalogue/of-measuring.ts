import { type BuiltIn, builtIn, items } from './describe.ts';

const boats = ['aviron', 'kayak'];

/** How strokes are found and counted: of a boat sport, and of the device that measures. */
export const strokeParameters: readonly BuiltIn[] = [
  builtIn(
    'aviron::detection_coup::seuil_attaque',
    ['Seuil d’attaque', 'Catch threshold'],
    ['Couple au-dessus duquel un coup commence.', 'Torque above which a stroke begins.'],
    'float',
    30,
    { rule: 'positive', unit: 'N·m', sports: boats },
  ),
  builtIn(
    'aviron::detection_coup::duree_min',
    ['Durée minimale du coup', 'Shortest stroke'],
    ['Un coup plus court n’est pas compté.', 'A shorter stroke is not counted.'],
    'float',
    0.9,
    { rule: 'positive', unit: 's', sports: boats, defaultOfSport: { kayak: 0.3 } },
  ),
  builtIn(
    'aviron::detection_coup::axe_ref',
    ['Axe de référence', 'Reference axis'],
    [
      'Accélération dont les coups sont tirés sans mesure de couple.',
      'Acceleration that strokes are taken from without torque.',
    ],
    'list',
    'acc_x',
    {
      items: items({
        acc_x: ['Accélération x', 'Acceleration x'],
        acc_y: ['Accélération y', 'Acceleration y'],
        acc_z: ['Accélération z', 'Acceleration z'],
      }),
      sports: boats,
    },
  ),
  builtIn(
    'aviron::detection_coup::voies',
    ['Voies utilisées', 'Channels used'],
    ['Mesures qui participent à la détection.', 'Measurements that take part in the detection.'],
    'list',
    ['Couple_g', 'Couple_d', 'acc_x'],
    {
      items: items({
        Couple_g: ['Couple gauche', 'Torque, left'],
        Couple_d: ['Couple droit', 'Torque, right'],
        acc_x: ['Accélération x', 'Acceleration x'],
      }),
      multiple: true,
      sports: boats,
    },
  ),
  builtIn(
    'aviron::detection_coup::gain_poste',
    ['Gain par poste', 'Gain of each seat'],
    [
      'Facteur appliqué au couple de chaque poste avant la détection. Une ligne par poste : son nom et son facteur.',
      'Factor on the torque of each seat before the detection. A line for each seat: its name and its factor.',
    ],
    'table',
    ['Nage=1.00', '3=1.00', '2=1.00', '1=1.00'],
    { order: true, sports: ['aviron'] },
  ),
  builtIn(
    'aviron::detection_coup::ignorer_isoles',
    ['Ignorer les coups isolés', 'Leave single strokes out'],
    ['Un coup sans voisin à moins de 6 s n’est pas compté.', 'A stroke with none within 6 s is not counted.'],
    'bool',
    true,
    { advanced: true, sports: boats },
  ),
  builtIn(
    'aviron::puissance::levier',
    ['Levier extérieur', 'Outboard'],
    ['De la dame de nage au centre de la palette.', 'From the oarlock to the centre of the blade.'],
    'float',
    1.65,
    { rule: 'positive', unit: 'm', sports: ['aviron'] },
  ),
  builtIn(
    'aviron::puissance::fenetre',
    ['Puissance moyenne sur (coups)', 'Mean power over (strokes)'],
    ['Nombre de coups de la moyenne affichée.', 'Strokes of the mean that is shown.'],
    'int',
    5,
    { rule: 'atLeastOne', sports: boats },
  ),
  builtIn(
    'aviron::affichage::ordre_postes',
    ['Ordre des postes', 'Order of the seats'],
    ['De la nage à la pointe, comme à l’écran.', 'From stroke to bow, as on screen.'],
    'list',
    ['Nage', '3', '2', '1'],
    { multiple: true, order: true, sports: ['aviron'] },
  ),
  builtIn(
    'aviron::affichage::unite_allure',
    ['Unité d’allure', 'Unit of pace'],
    ['Comment la vitesse du bateau est dite.', 'How the speed of the boat is said.'],
    'list',
    'min_500m',
    {
      items: items({ min_500m: ['min / 500 m', 'min / 500 m'], km_h: ['km/h', 'km/h'], m_s: ['m/s', 'm/s'] }),
      sports: boats,
      defaultOfSport: { kayak: 'km_h' },
    },
  ),
  builtIn(
    'aviron::affichage::cible_cadence',
    ['Cible de cadence', 'Target stroke rate'],
    ['Repère tracé sur la cadence ; vide = aucun.', 'Mark drawn on the stroke rate; empty = none.'],
    'int',
    null,
    { rule: 'positive', unit: 'cpm', sports: boats },
  ),
];

/** How jumps on force plates are found. */
export const jumpParameters: readonly BuiltIn[] = [
  builtIn(
    'saut::detection_saut::seuil_vol',
    ['Seuil de vol', 'Flight threshold'],
    [
      'Force au sol en dessous de laquelle l’athlète est en l’air.',
      'Ground force below which the athlete is in the air.',
    ],
    'float',
    20,
    { rule: 'positive', unit: 'N' },
  ),
  builtIn(
    'saut::detection_saut::hauteur',
    ['Calcul de la hauteur', 'Height from'],
    ['Du temps de vol, ou de l’impulsion.', 'From the flight time, or from the impulse.'],
    'list',
    'impulse',
    { items: items({ flight: ['Temps de vol', 'Flight time'], impulse: ['Impulsion', 'Impulse'] }) },
  ),
];

/** How a kind of sensor, or one device, measures. */
export const acquisitionParameters: readonly BuiltIn[] = [
  builtIn(
    'capteur::acquisition::frequence',
    ['Fréquence', 'Frequency'],
    [
      'Mesures par seconde d’un nouvel enregistrement ; 5 000 au plus.',
      'Samples a second of a new record; 5,000 at most.',
    ],
    'int',
    200,
    { rule: 'frequency', unit: 'Hz' },
  ),
  builtIn(
    'capteur::acquisition::passe_bas',
    ['Filtre passe-bas', 'Low-pass filter'],
    ['Fréquence de coupure ; vide = sans filtre.', 'Cut-off frequency; empty = no filter.'],
    'float',
    20,
    { rule: 'cutoff', unit: 'Hz', advanced: true },
  ),
  builtIn(
    'capteur::acquisition::plage_acc',
    ['Plage de l’accéléromètre', 'Range of the accelerometer'],
    [
      'Une petite plage est plus fine, une grande ne sature pas aux chocs.',
      'A small range is finer, a large one takes shocks.',
    ],
    'list',
    '8g',
    { items: items({ '4g': ['± 4 g', '± 4 g'], '8g': ['± 8 g', '± 8 g'], '16g': ['± 16 g', '± 16 g'] }) },
  ),
];

/** Of one device. */
export const deviceParameters: readonly BuiltIn[] = [
  ...strokeParameters,
  ...acquisitionParameters,
  builtIn(
    'capteur::gps::actif',
    ['GPS', 'GPS'],
    [
      'Sans GPS, ni vitesse ni distance, et une batterie qui dure plus.',
      'Without GPS no speed and no distance, and a battery that lasts.',
    ],
    'bool',
    true,
  ),
  builtIn(
    'capteur::gps::frequence',
    ['Fréquence du GPS', 'Frequency of the GPS'],
    ['Positions par seconde.', 'Positions a second.'],
    'list',
    '10',
    { items: items({ '1': ['1 Hz', '1 Hz'], '5': ['5 Hz', '5 Hz'], '10': ['10 Hz', '10 Hz'] }), unit: 'Hz' },
  ),
  builtIn(
    'wifi::mise_a_jour::auto',
    ['Mise à jour proposée', 'Offer updates'],
    ['Propose la nouvelle version quand le capteur est inactif.', 'Offers the new version when the device is idle.'],
    'bool',
    true,
  ),
];

/** Of a kind of sensor. */
export const sensorParameters: readonly BuiltIn[] = [
  ...acquisitionParameters,
  builtIn(
    'capteur::calibration::validite',
    ['Validité de la calibration (jours)', 'Calibration valid for (days)'],
    ['Au-delà, une nouvelle calibration est conseillée.', 'Beyond it a new calibration is advised.'],
    'int',
    365,
    { rule: 'positive' },
  ),
];
