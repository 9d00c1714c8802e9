import type { ParameterTable } from '@sillage/contract';
import { type BuiltIn, builtIn, items } from './describe.ts';
import { deviceParameters, jumpParameters, sensorParameters, strokeParameters } from './of-measuring.ts';
import { recordParameters, reportParameters } from './of-records-and-reports.ts';

export type { BuiltIn } from './describe.ts';
export { titlesOf } from './titles.ts';

const timezones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
const timezoneItems = [
  { value: 'browser', title: { fr: 'Celui du navigateur', en: 'The browser’s' } },
  ...timezones.map((zone) => ({ value: zone, title: { fr: zone, en: zone } })),
];

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
    { items: items({ km_h: ['km/h', 'km/h'], m_s: ['m/s', 'm/s'] }) },
  ),
  builtIn(
    'general::affichage::decimales',
    ['Décimales', 'Decimals'],
    ['Chiffres après la virgule dans les statistiques.', 'Digits after the point in statistics.'],
    'int',
    3,
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
    ['Ajouté devant la date d’un nouvel enregistrement.', 'Put before the date of a new record.'],
    'string',
    '',
  ),
  builtIn(
    'general::enregistrement::arret_auto',
    ['Arrêt automatique', 'Stops by itself'],
    [
      'Un enregistrement oublié s’arrête après cette durée ; vide = jamais.',
      'A forgotten record stops after this time; empty = never.',
    ],
    'int',
    null,
    { rule: 'positive', unit: 'min' },
  ),
];

/** What is set for a person and a sport, wherever it is set. */
const merged = [...recordParameters, ...reportParameters];

const catalogue: Readonly<Record<ParameterTable, readonly BuiltIn[]>> = {
  General: generalParameters,
  User: [...userParameters, ...merged],
  Client: [...clientParameters, ...merged],
  Sport: [...strokeParameters, ...jumpParameters, ...merged],
  Sensor: sensorParameters,
  Device: deviceParameters,
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
