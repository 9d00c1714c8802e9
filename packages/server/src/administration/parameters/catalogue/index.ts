import type { ParameterTable } from '@sillage/contract';
import { type BuiltIn, builtIn, items } from './describe.ts';
import { recordParameters } from './of-records.ts';

export type { BuiltIn } from './describe.ts';
export { titlesOf } from './titles.ts';

const timezones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const timezoneItems = [
  { value: 'browser', title: { fr: 'Celui du navigateur', en: 'The browser’s' } },
  ...timezones.map((zone) => ({ value: zone, title: { fr: zone, en: zone } })),
];

const speedUnits = items({
  km_h: ['km/h', 'km/h'],
  m_s: ['m/s', 'm/s'],
  min_500m: ['min / 500 m', 'min / 500 m'],
});

const generalParameters: readonly BuiltIn[] = [
  builtIn(
    'general::enregistrement::duree_min',
    ['Durée minimale', 'Shortest record'],
    ['Un enregistrement plus court est signalé dans la liste.', 'A shorter record is marked in the list.'],
    'float',
    2,
    { rule: 'positive', unit: 's' },
  ),
  builtIn(
    'general::unites::vitesse',
    ['Unité de vitesse', 'Unit of speed'],
    ['Hors des sports qui ont la leur.', 'Except for sports that have their own.'],
    'list',
    'km_h',
    { items: speedUnits },
  ),
  builtIn(
    'general::affichage::decimales',
    ['Décimales', 'Decimals'],
    [
      'Chiffres après la virgule dans les statistiques affichées ; vide = selon la grandeur.',
      'Digits after the point in the statistics on screen; empty = as the value deserves.',
    ],
    'int',
    null,
    { rule: 'decimals', advanced: true },
  ),
];

/** `lang` is the language of the account: it is kept there, not here. */
const userParameters: readonly BuiltIn[] = [
  builtIn(
    'lang',
    ['Langue', 'Language'],
    ['Langue de l’application et des messages.', 'Language of the app and of mails.'],
    'list',
    'fr',
    { items: items({ fr: ['Français', 'Français'], en: ['English', 'English'] }) },
  ),
  builtIn(
    'timezone',
    ['Fuseau horaire', 'Time zone'],
    [
      'Des dates affichées et des filtres. Un enregistrement garde l’heure du lieu où il a été fait.',
      'Of the dates that are shown and of filters. A record keeps the time of the place where it was made.',
    ],
    'list',
    'browser',
    { items: timezoneItems },
  ),
  builtIn(
    'show_shortcuts',
    ['Afficher les raccourcis', 'Show shortcuts'],
    ['Montre les touches à côté des menus.', 'Shows the keys beside the menus.'],
    'bool',
    true,
  ),
];

const clientParameters: readonly BuiltIn[] = [
  builtIn(
    'general::enregistrement::nom',
    ['Nom des enregistrements', 'Name of records'],
    [
      'Placé en tête du nom d’un nouvel enregistrement et de ses fichiers.',
      'Put before the name of a new record and of its files.',
    ],
    'string',
    '',
  ),
  builtIn(
    'general::enregistrement::arret_auto',
    ['Arrêt automatique', 'Stops by itself'],
    [
      'Un enregistrement oublié s’arrête après cette durée, comptée depuis que le serveur le reçoit ; vide = jamais.',
      'A forgotten record stops after this time, counted since the server receives it; empty = never.',
    ],
    'int',
    null,
    { rule: 'atLeastOne', unit: 'min' },
  ),
  builtIn(
    'general::tampon::actif',
    ['Garder ce qui n’est pas enregistré', 'Keep what is not recorded'],
    [
      'La valise garde les dernières heures de ce que les capteurs connectés mesurent\u00a0; désactivé = rien n’est gardé, et ce qui l’était est effacé.',
      'The hub keeps the last hours of what connected devices measure; off = nothing is kept, and what was is deleted.',
    ],
    'bool',
    true,
  ),
  builtIn(
    'general::tampon::duree',
    ['Durée gardée', 'Time that is kept'],
    ['Ce qui est plus ancien est effacé.', 'What is older is deleted.'],
    'float',
    2,
    { rule: 'positive', unit: 'h' },
  ),
];

const boats = ['aviron', 'kayak'];
const sportParameters: readonly BuiltIn[] = [
  builtIn(
    'aviron::affichage::unite_allure',
    ['Unité d’allure', 'Unit of pace'],
    ['Comment la vitesse du bateau est dite.', 'How the speed of the boat is said.'],
    'list',
    'min_500m',
    { items: speedUnits, sports: boats, defaultOfSport: { kayak: 'km_h' } },
  ),
];

/** Each of them acts: docs/parameters.md says how, and which test shows it. */
const catalogue: Readonly<Record<ParameterTable, readonly BuiltIn[]>> = {
  General: generalParameters,
  User: [...userParameters, ...recordParameters],
  Client: [...clientParameters, ...recordParameters],
  Sport: [...sportParameters, ...recordParameters],
  // Nothing of the product's acts on sensors and devices: theirs are those that people and programs add.
  Sensor: [],
  Device: [],
};

/** The product's parameters of a table; for a sport, by its short name, those that it has and with its defaults. */
export function builtInsOf(table: ParameterTable, sport: string | undefined): readonly BuiltIn[] {
  if (sport === undefined) return catalogue[table];
  return catalogue[table]
    .filter(({ sports }) => sports === undefined || sports.includes(sport))
    .map((one) => ({ ...one, default: ownDefault(one, sport) }));
}

function ownDefault({ defaultOfSport = {}, default: usual }: BuiltIn, sport: string): BuiltIn['default'] {
  return Object.hasOwn(defaultOfSport, sport) ? (defaultOfSport[sport] ?? usual) : usual;
}
