import type { Translated } from './errors.ts';

/**
 * Every rule that a field may break: its code, as `fields` of an error body carries it, and the
 * sentence that forms show. The same schema refuses at the endpoint and in the form.
 */
export const fieldRules = {
  required: { fr: 'Obligatoire', en: 'Required' },
  email: {
    fr: 'E-mail invalide. Exemple\u00a0: prenom.nom@club.fr',
    en: 'Invalid Email. Example: first.last@club.org',
  },
  positive: { fr: 'Nombre positif ou nul attendu', en: 'Expected a number of 0 or more' },
  number: { fr: 'Nombre attendu', en: 'Numbers only' },
  integer: { fr: 'Nombre entier attendu', en: 'Integers only' },
  frequency: { fr: 'Fréquence invalide, 5 000 au plus', en: 'Invalid frequency, 5,000 at most' },
  calibration: {
    fr: 'Type de calibration inconnu. Attendu\u00a0: calib_acc_gyro, calib_gyro, calib_offset, invert_acc_x, initial_calib, no_calib ou custom_calib',
    en: 'Unknown type of calibration. Expected: calib_acc_gyro, calib_gyro, calib_offset, invert_acc_x, initial_calib, no_calib or custom_calib',
  },
  safeInteger: {
    fr: 'Nombre entier trop grand pour être gardé tel quel',
    en: 'Integer too large to be kept as it is',
  },
  lineWidth: { fr: 'Nombre de 1 à 4 attendu', en: 'Expected a number from 1 to 4' },
  decimals: { fr: 'Nombre entier de 0 à 10 attendu', en: 'Expected an integer from 0 to 10' },
  atLeastOne: { fr: 'Nombre de 1 ou plus attendu', en: 'Expected a number of 1 or more' },
  deviceSerial: { fr: 'Numéro de 0 à 9999, 4 chiffres au plus', en: 'Number from 0 to 9999, 4 digits at most' },
  deviceNumber: { fr: 'Numéro de capteur invalide', en: 'Invalid device number' },
  password: {
    fr: '8 caractères au moins, dont une majuscule, une minuscule, un chiffre et un symbole',
    en: 'At least 8 characters, with one capital, one lowercase, one number and one symbol',
  },
  mismatch: { fr: 'Les mots de passe ne correspondent pas', en: 'Passwords do not match' },
  wrongPassword: { fr: 'Le mot de passe actuel est incorrect', en: 'The current password is wrong' },
  ownMail: {
    fr: 'Changez votre propre e-mail dans Mon compte, avec votre mot de passe',
    en: 'Change your own email in My account, with your password',
  },
  json: { fr: 'Format JSON invalide', en: 'Invalid json format' },
  chrono: {
    fr: 'Format attendu\u00a0: mm:ss.SSS, mm:ss ou hh:mm:ss',
    en: 'Expected format: mm:ss.SSS, mm:ss or hh:mm:ss',
  },
  listEmpty: { fr: 'Ajoutez au moins un élément', en: 'Add at least one element' },
  tableRow: { fr: 'Chaque ligne a la forme nom=valeur', en: 'Each line has the form name=value' },
  logo: { fr: 'Image PNG ou JPEG attendue', en: 'Expected a PNG or JPEG image' },
  firmware: { fr: 'Fichier .bin attendu', en: 'Expected a .bin file' },
  compiledScenario: { fr: 'Fichier .txt ou .py attendu', en: 'Expected a .txt or .py file' },
  uppercase: { fr: 'Majuscules uniquement', en: 'Uppercase only' },
  maxLength: { fr: 'Trop long', en: 'Too long' },
  minLength: { fr: 'Trop court', en: 'Too short' },
  strictLength: { fr: 'Longueur incorrecte', en: 'Wrong length' },
  excludedCharacter: { fr: 'Caractère interdit', en: 'Forbidden character' },
  chooseOne: { fr: 'Choisissez au moins un élément', en: 'Choose at least one' },
  invalidFormat: { fr: 'Format invalide', en: 'Invalid format' },
  unknown: { fr: 'Inconnu, ou hors de votre portée', en: 'Unknown, or out of your reach' },
  taken: { fr: 'Déjà utilisé', en: 'Already in use' },
  forbidden: { fr: 'Votre rôle ne permet pas ce choix', en: 'Your role does not allow this' },
  fixed: { fr: 'Ne peut pas être modifié', en: 'Cannot be changed' },
  mapTiles: {
    fr: 'Adresse attendue, avec {z}, {x} et {y}',
    en: 'Expected an address with {z}, {x} and {y}',
  },
  setByVariable: {
    fr: 'Fixé par une variable d’environnement du serveur',
    en: 'Set by a variable of the server’s environment',
  },
  version: { fr: 'Version attendue\u00a0: 1.2.3', en: 'Expected a version: 1.2.3' },
  templateHole: {
    fr: 'Chaque {nom} doit être l’un des paramètres',
    en: 'Each {name} must be one of the parameters',
  },
  url: {
    fr: 'Adresse invalide. Exemple\u00a0: https://cloud.club.fr',
    en: 'Invalid address. Example: https://cloud.club.org',
  },
  date: { fr: 'Date invalide', en: 'Invalid date' },
  range: { fr: 'La fin précède le début', en: 'The end is before the start' },
  equalBounds: { fr: 'Le début et la fin sont égaux', en: 'The start and the end are equal' },
  outOfBounds: { fr: 'Trop grand ou trop petit', en: 'Too large or too small' },
  rising: { fr: 'Chaque temps doit être après celui d’avant', en: 'Each time must come after the one before' },
  afterNames: { fr: 'Les mesures commencent après la ligne des noms', en: 'Samples begin after the line of names' },
  afterEnd: { fr: 'Au-delà de la fin de l’enregistrement', en: 'After the end of the record' },
  outside: { fr: 'Hors de la fenêtre choisie', en: 'Outside the chosen window' },
  bounds: { fr: 'Hors des bornes', en: 'Out of bounds' },
  parameter: { fr: 'Paramètre inconnu, ou hors de ses bornes', en: 'Unknown parameter, or out of its bounds' },
  notZero: { fr: 'Nombre autre que 0 attendu', en: 'Expected a number other than 0' },
  drift: { fr: 'De −10 000 à 10 000 ppm', en: 'From −10,000 to 10,000 ppm' },
  gravity: { fr: 'De 9,7 à 9,9 m/s²', en: 'From 9.7 to 9.9 m/s²' },
  gain: {
    fr: 'Nombre de 1e-9 à 1e30 attendu, positif ou négatif',
    en: 'Expected a number from 1e-9 to 1e30, positive or negative',
  },
  amount: { fr: 'Nombre de −1e30 à 1e30 attendu', en: 'Expected a number from −1e30 to 1e30' },
  noLoad: { fr: 'Ni force, ni couple, ni pression', en: 'No force, torque or pressure' },
  tooMany: { fr: 'Trop d’éléments', en: 'Too many elements' },
  twice: { fr: 'Deux fois le même', en: 'The same twice' },
  otherClient: {
    fr: 'Tous les enregistrements d’une séance sont du même client',
    en: 'All records of a session are of one client',
  },
  inOtherSession: {
    fr: 'Un enregistrement fait déjà partie d’une autre séance',
    en: 'A record is part of another session already',
  },
  sessionInSession: {
    fr: 'Une séance ne peut pas faire partie d’une séance',
    en: 'A session cannot be part of a session',
  },
  sessionOnly: { fr: 'Seule une séance a des enregistrements', en: 'Only a session has records' },
  sessionFile: { fr: 'Une séance n’a pas de fichier', en: 'A session has no file' },
  sessionDate: {
    fr: 'Une séance commence avec son premier enregistrement\u00a0: changez la date de celui-ci',
    en: 'A session begins with its first record: change the date of that one',
  },
  either: { fr: 'L’un ou l’autre, pas les deux', en: 'One or the other, not both' },
  unavailable: { fr: 'Pas encore disponible', en: 'Not available yet' },
} as const satisfies Record<string, Translated>;

export type FieldRule = keyof typeof fieldRules;

/** Codes of the validation library, where a schema gives none of its own. */
export const libraryCodes = {
  invalid_type: { fr: 'D’une autre sorte qu’attendu', en: 'Of another kind than expected' },
  invalid_value: { fr: 'Aucun des choix possibles', en: 'None of the choices' },
  invalid_union: { fr: 'D’aucune des formes possibles', en: 'None of the forms it may have' },
  too_big: { fr: 'Trop long ou trop grand', en: 'Too long or too large' },
  too_small: { fr: 'Trop court ou trop petit', en: 'Too short or too small' },
} as const satisfies Record<string, Translated>;

/** The sentence of a field's code. */
export function fieldSentence(code: string): Translated {
  if (isFieldRule(code)) return fieldRules[code];
  return isLibraryCode(code) ? libraryCodes[code] : fieldRules.invalidFormat;
}

/** Other codes of the library say nothing that `invalidFormat` does not. */
export function isLibraryCode(code: string): code is keyof typeof libraryCodes {
  return Object.hasOwn(libraryCodes, code);
}

export function isFieldRule(code: string): code is FieldRule {
  return Object.hasOwn(fieldRules, code);
}
