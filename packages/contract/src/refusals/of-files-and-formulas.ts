import type { RefusalKind } from './refusal-kind.ts';

/** Of files, uploads, exports, films, and formulas that people write. */
export const refusalsOfFilesAndFormulas = {
  'export.tooMany': {
    status: 429,
    fr: 'Trop de téléchargements sont en cours. Attendez la fin de l’un d’eux puis réessayez.',
    en: 'Too many downloads are under way. Wait until one has ended and try again.',
  },
  'export.tooManyTasks': {
    status: 429,
    fr: 'Vous avez {maximum} téléchargements en arrière-plan, en cours ou gardés. Supprimez-en dans les tâches, ou attendez : ils y restent trois jours.',
    en: 'You have {maximum} downloads in the background, under way or kept. Delete some in the tasks, or wait: they stay there for three days.',
  },
  'export.noCycles': {
    status: 422,
    fr: 'Aucun mouvement qui se répète n’a été trouvé dans «\u00a0{name}\u00a0». Choisissez une sélection de l’effort, ou un autre traitement.',
    en: 'No movement that repeats itself was found in “{name}”. Choose a selection of the effort, or another processing.',
  },
  'export.notHeld': {
    status: 422,
    fr: '«\u00a0{name}\u00a0» n’a pas ce qu’un fichier {type} contient\u00a0: {needs}. Choisissez un autre format, CSV par exemple.',
    en: '“{name}” has not what a {type} file holds: {needs}. Choose another format, such as CSV.',
  },
  'export.tooLong': {
    status: 422,
    fr: 'Un fichier {type} tient {maximum} au plus. Choisissez des sélections, ou un autre format.',
    en: 'A {type} file holds {maximum} at most. Choose selections, or another format.',
  },
  'export.tooLarge': {
    status: 413,
    fr: 'Ce téléchargement contiendrait environ {size} de mesures, {maximum} au plus. Baissez la fréquence, choisissez une sélection ou moins d’enregistrements.',
    en: 'This download would hold about {size} of samples, {maximum} at most. Lower the rate, choose a selection or fewer recordings.',
  },
  'file.linkUsed': {
    status: 404,
    fr: 'Ce lien a déjà servi ou n’est plus valable. Relancez le téléchargement.',
    en: 'This link was used before or has expired. Start the download again.',
  },
  'formula.invalid': {
    status: 422,
    fr: 'Formule, caractère {position}\u00a0: {problem}',
    en: 'Formula, character {position}: {problem}',
  },
  'formula.busy': {
    status: 429,
    fr: 'Trop de canaux sont en cours de calcul. Attendez quelques secondes puis réessayez.',
    en: 'Too many channels are being computed. Wait some seconds and try again.',
  },
  'formula.replaced': {
    status: 409,
    fr: 'Un essai plus récent de formule a remplacé celui-ci.',
    en: 'A newer try of a formula has replaced this one.',
  },
  'video.uncertain': {
    status: 409,
    fr: 'Ce qui bouge dans le film ne se retrouve pas clairement dans l’enregistrement. Calez-le à la main.',
    en: 'What moves in the film is not clearly found in the record. Align it by hand.',
  },
  'video.nothingMoves': {
    status: 409,
    fr: 'Cet enregistrement ne mesure aucun mouvement à comparer au film. Calez-le à la main.',
    en: 'This record measures no movement to compare with the film. Align it by hand.',
  },
  'video.captureOff': {
    status: 403,
    fr: 'Le club n’utilise pas la vidéo. Un responsable peut l’activer dans la fiche du club.',
    en: 'The club does not use video. A manager can switch it on in the club’s details.',
  },
  'file.required': { status: 422, fr: 'Joignez un fichier.', en: 'Add a file.' },
  'file.wrongExtension': {
    status: 422,
    fr: 'Type de fichier non accepté. Attendu\u00a0: {extensions}.',
    en: 'File type not accepted. Expected: {extensions}.',
  },
  'image.unreadable': {
    status: 422,
    fr: 'L’image est illisible ou trop grande. Envoyez un PNG ou un JPEG.',
    en: 'The image cannot be read or is too large. Send a PNG or JPEG.',
  },
  'file.unknownFormat': {
    status: 422,
    fr: 'Format de fichier non reconnu. Envoyez un fichier brut de capteur (.txt), un fichier FIT, GPX, TCX, Parquet ou MCAP, ou un CSV\u00a0: des lignes de nombres séparés par une virgule, un point-virgule, une tabulation ou une barre verticale.',
    en: 'Unknown file format. Send a raw device file (.txt), a FIT, GPX, TCX, Parquet or MCAP file, or a CSV: lines of numbers separated by a comma, a semicolon, a tab or a vertical bar.',
  },
  'file.compressed': {
    status: 422,
    fr: 'Le fichier est compressé ({format}). Décompressez-le, puis envoyez le fichier qu’il contient.',
    en: 'The file is compressed ({format}). Unpack it, then send the file that is in it.',
  },
  'file.damagedGzip': {
    status: 422,
    fr: 'Le fichier compressé (.gz) est abîmé ou coupé. Envoyez-le de nouveau, ou le fichier qu’il contient.',
    en: 'The compressed file (.gz) is damaged or cut off. Send it again, or the file that is in it.',
  },
  'file.unpacksTooLarge': {
    status: 422,
    fr: 'Le contenu du fichier compressé dépasse {maximum}. Décompressez-le et envoyez-le en plusieurs fichiers.',
    en: 'The content of the compressed file is larger than {maximum}. Unpack it and send it as several files.',
  },
  'file.formatNotYet': {
    status: 422,
    fr: 'Les fichiers {format} ne sont pas encore lus. Exportez les mesures en CSV, puis envoyez le CSV.',
    en: '{format} files cannot be read yet. Export the samples as CSV, then send the CSV.',
  },
  'file.notMeasurements': {
    status: 422,
    fr: 'Un fichier {format} ne contient pas de mesures. Envoyez un fichier brut de capteur (.txt) ou un CSV.',
    en: 'A {format} file holds no samples. Send a raw device file (.txt) or a CSV.',
  },
  'file.otherFilm': {
    status: 422,
    fr: 'Les films {format} ne sont pas lus. Convertissez-le en MP4, puis envoyez-le.',
    en: '{format} films cannot be read. Convert it to MP4, then send it.',
  },
  'file.noFilm': {
    status: 422,
    fr: 'Ce fichier ne contient pas d’images. Envoyez un film mp4, mov ou webm.',
    en: 'This file holds no pictures. Send an mp4, mov or webm film.',
  },
  'file.damagedFilm': {
    status: 422,
    fr: 'Ce film est abîmé ou incomplet ({reason}). Copiez-le de nouveau depuis la caméra, puis envoyez-le.',
    en: 'This film is damaged or incomplete ({reason}). Copy it from the camera again, then send it.',
  },
  'file.pointsWithoutTime': {
    status: 422,
    fr: 'Les points de ce fichier n’ont pas d’heure\u00a0: c’est un itinéraire, pas un enregistrement. Exportez l’activité elle-même, avec ses heures.',
    en: 'The points of this file have no time: it is a route, not a recording. Export the activity itself, with its times.',
  },
  'file.noTime': {
    status: 422,
    fr: 'Le fichier n’a pas de colonne de temps. Indiquez la fréquence d’échantillonnage, ou nommez «\u00a0time\u00a0» la colonne de temps.',
    en: 'The file has no time column. Give the sampling rate, or name the time column “time”.',
  },
  'file.constantTime': {
    status: 422,
    fr: 'Toutes les lignes du fichier sont au même instant. Corrigez la colonne de temps, ou supprimez-la et indiquez la fréquence.',
    en: 'All rows of the file are of the same moment. Correct the time column, or remove it and give the rate.',
  },
  'file.timeRestarts': {
    status: 422,
    fr: 'Le temps recommence trop souvent, d’abord à la ligne {line}. Envoyez chaque essai dans un fichier, ou un seul temps continu.',
    en: 'The time begins again too often, first in line {line}. Send each run as a file of its own, or one continuous time.',
  },
  'file.wrongDate': {
    status: 422,
    fr: 'L’instant de la ligne {line} n’est pas une date plausible. Indiquez l’unité dans le nom de la colonne de temps, par exemple «\u00a0time (ms)\u00a0».',
    en: 'The moment in line {line} is not a plausible date. Say the unit in the name of the time column, for example “time (ms)”.',
  },
  'file.tooManyColumns': {
    status: 422,
    fr: 'Le fichier a trop de colonnes ({maximum} au plus). Envoyez-le en plusieurs fichiers.',
    en: 'The file has too many columns ({maximum} at most). Send it as several files.',
  },
  'file.rowGroupTooLarge': {
    status: 422,
    fr: 'Le fichier Parquet a des groupes de plus de {maximum} lignes. Écrivez-le en groupes plus petits.',
    en: 'The Parquet file has row groups of more than {maximum} rows. Write it with smaller row groups.',
  },
  'file.alreadyHere': {
    status: 409,
    fr: 'Ce fichier est déjà importé\u00a0: «\u00a0{name}\u00a0». Ouvrez cet enregistrement, ou importez-le une seconde fois (again).',
    en: 'This file is already imported: “{name}”. Open that record, or import it a second time (again).',
  },
  'upload.wrongVersion': {
    status: 412,
    fr: 'Envoyez l’en-tête Tus-Resumable\u00a0: 1.0.0.',
    en: 'Send the header Tus-Resumable: 1.0.0.',
  },
  'upload.wrongOffset': {
    status: 409,
    fr: 'Le serveur a {offset} octets de ce fichier. Reprenez l’envoi à partir de là.',
    en: 'The server has {offset} bytes of this file. Go on sending from there.',
  },
  'upload.tooLong': {
    status: 413,
    fr: 'Ce morceau dépasse la taille annoncée dans Upload-Length. Envoyez seulement les octets qui manquent.',
    en: 'This piece goes beyond the size that Upload-Length announced. Send only the bytes that are missing.',
  },
  'upload.checksumMismatch': {
    status: 460,
    fr: 'Un morceau du fichier est arrivé abîmé. Envoyez-le de nouveau.',
    en: 'A piece of the file arrived damaged. Send it again.',
  },
  'upload.corrupted': {
    status: 422,
    fr: 'Le fichier reçu n’est pas celui qui était annoncé (SHA-256)\u00a0: il a changé pendant l’envoi. Envoyez-le de nouveau.',
    en: 'The file that arrived is not the one that was announced (SHA-256): it changed while it was sent. Send it again.',
  },
  'upload.incomplete': {
    status: 409,
    fr: 'Il manque la fin de ce fichier\u00a0: le serveur en a {offset} octets sur {size}. Terminez l’envoi.',
    en: 'The end of this file is missing: the server has {offset} of its {size} bytes. Finish sending it.',
  },
  'upload.busy': {
    status: 423,
    fr: 'Ce fichier est déjà en cours d’envoi, par exemple dans un autre onglet.',
    en: 'This file is being sent already, for instance in another tab.',
  },
  'upload.tooMany': {
    status: 409,
    fr: 'Trop d’envois commencés\u00a0: {maximum} au plus. Terminez-en ou annulez-en.',
    en: 'Too many uploads were begun: {maximum} at most. Finish or cancel some.',
  },
  'file.noSamples': {
    status: 422,
    fr: 'Le fichier ne contient aucune mesure lisible.',
    en: 'The file holds no readable sample.',
  },
  'file.noSuchColumn': {
    status: 422,
    fr: 'Le fichier a {columns} colonnes, et il n’y en a pas de numéro {column}. Corrigez ce que disent les colonnes (csv_mapping).',
    en: 'The file has {columns} columns, and none of number {column}. Correct what its columns are said to mean (csv_mapping).',
  },
  'file.damagedHeader': {
    status: 422,
    fr: 'L’en-tête du fichier est illisible ({reason}).',
    en: 'The header of the file cannot be read ({reason}).',
  },
  'file.typeNotAvailable': {
    status: 422,
    fr: 'Cet enregistrement ne peut pas être téléchargé au format {type}. Choisissez parmi\u00a0: {available}.',
    en: 'This record cannot be downloaded as {type}. Choose one of: {available}.',
  },
} as const satisfies Record<string, RefusalKind>;
