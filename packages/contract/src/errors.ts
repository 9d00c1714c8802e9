import { z } from 'zod';
import { inEachLanguage, type Language } from './languages.ts';

/** A text in every language of the product. */
export const Translated = inEachLanguage(z.string());
export type Translated = z.infer<typeof Translated>;

/** Body of every answer whose status is 4xx or 5xx. `fields` maps a field's path to the code of the rule it breaks. */
export const ErrorBody = z.object({
  code: z.string(),
  message: Translated,
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Said by the client itself too, which then needs none of the other sentences. */
export const sessionRequired: ErrorBody = {
  code: 'session.required',
  message: { fr: 'Connectez-vous pour continuer.', en: 'Sign in to continue.' },
};

type RefusalKind = Readonly<Translated> & { readonly status: number };

/**
 * Every expected "no" of the product: stable code → HTTP status and sentence in both languages.
 * `{name}` in a sentence is replaced by the refusal's parameter of that name.
 */
export const refusals = {
  'request.invalid': {
    status: 422,
    fr: 'La demande contient des champs invalides. Corrigez-les puis réessayez.',
    en: 'The request has invalid fields. Correct them and try again.',
  },
  'request.malformed': {
    status: 400,
    fr: 'La demande est illisible. Envoyez du JSON valide (Content-Type\u00a0: application/json), sans caractère nul ni moitié de caractère\u00a0; avec un fichier, un formulaire multipart/form-data de deux parties, file et data\u00a0; un morceau d’envoi, en application/offset+octet-stream.',
    en: 'The request cannot be read. Send valid JSON (Content-Type: application/json) without NUL or half characters; with a file, a multipart/form-data form of two parts, file and data; a piece of an upload as application/offset+octet-stream.',
  },
  'request.range': {
    status: 416,
    fr: 'Le fichier n’a pas la partie demandée. Demandez-le en entier.',
    en: 'The file does not have the part that was asked for. Ask for all of it.',
  },
  'request.tooLarge': {
    status: 413,
    fr: 'L’envoi est trop volumineux\u00a0: {maximum} au plus.',
    en: 'The upload is too large: {maximum} at most.',
  },
  'request.headersTooLarge': {
    status: 431,
    fr: 'Les en-têtes de la demande sont trop longs\u00a0: 16 ko au plus en tout.',
    en: 'The headers of the request are too long: 16 kB at most in all.',
  },
  'request.tooManyValues': {
    status: 422,
    fr: 'La demande contient trop de valeurs\u00a0: {maximum} au plus. Envoyez-les en plusieurs fois.',
    en: 'The request holds too many values: {maximum} at most. Send them in several requests.',
  },
  'request.tooMany': {
    status: 429,
    fr: 'Trop de tentatives. Attendez {seconds} s puis réessayez.',
    en: 'Too many attempts. Wait {seconds} s and try again.',
  },
  'route.notFound': { status: 404, fr: 'Cette adresse n’existe pas.', en: 'This address does not exist.' },
  'session.required': { status: 401, fr: sessionRequired.message.fr, en: sessionRequired.message.en },
  'session.expired': {
    status: 401,
    fr: 'La session a expiré. Connectez-vous à nouveau.',
    en: 'The session has expired. Sign in again.',
  },
  'session.ended': {
    status: 401,
    fr: 'La session a pris fin, ou ses droits ont changé. Reconnectez-vous.',
    en: 'The session has ended, or its rights have changed. Connect again.',
  },
  'session.badCredentials': {
    status: 401,
    fr: 'Adresse e-mail ou mot de passe incorrect.',
    en: 'Wrong email address or password.',
  },
  'session.xsrf': {
    status: 403,
    fr: 'La demande ne vient pas de cette page. Rechargez-la puis réessayez.',
    en: 'The request does not come from this page. Reload it and try again.',
  },
  'session.linkInvalid': {
    status: 400,
    fr: 'Ce lien a déjà servi ou a expiré. Demandez-en un nouveau.',
    en: 'This link was used already or has expired. Ask for a new one.',
  },
  'session.recoveryRefused': {
    status: 401,
    fr: 'Adresse e-mail ou clé de récupération incorrecte.',
    en: 'Wrong email address or recovery key.',
  },
  'session.personOnly': {
    status: 403,
    fr: 'Une clé d’API ne permet pas cette action. Connectez-vous.',
    en: 'An API key does not allow this. Sign in.',
  },
  'apiKey.readOnly': {
    status: 403,
    fr: 'Cette clé d’API permet seulement de lire.',
    en: 'This API key may only read.',
  },
  'apiKey.unknown': {
    status: 401,
    fr: 'Cette clé d’API est inconnue, révoquée ou arrivée à sa fin. Créez-en une autre dans votre compte.',
    en: 'This API key is unknown, revoked or has come to its end. Make another one in your account.',
  },
  'apiKey.ended': {
    status: 401,
    fr: 'La clé d’API a été révoquée ou modifiée. Reconnectez-vous avec une clé valable.',
    en: 'The API key was revoked or changed. Connect again with one that is valid.',
  },
  'apiKey.tooMany': {
    status: 409,
    fr: 'Vous avez déjà {maximum} clés. Révoquez-en une.',
    en: 'You already have {maximum} keys. Revoke one.',
  },
  'permission.denied': {
    status: 403,
    fr: 'Votre rôle ne permet pas cette action. Demandez à un responsable.',
    en: 'Your role does not allow this. Ask a manager.',
  },
  'entity.notFound': { status: 404, fr: 'Introuvable, ou supprimé.', en: 'Not found, or deleted.' },
  'entity.conflict': {
    status: 409,
    fr: 'Existe déjà\u00a0: {field}.',
    en: 'Already exists: {field}.',
  },
  'entity.inUse': {
    status: 409,
    fr: 'Impossible de supprimer\u00a0: {reason}.',
    en: 'Cannot be deleted: {reason}.',
  },
  'client.own': {
    status: 409,
    fr: 'C’est votre propre client. Demandez à un administrateur d’un autre client.',
    en: 'This is your own client. Ask an administrator of another client.',
  },
  'client.first': {
    status: 409,
    fr: 'C’est le premier client de ce serveur\u00a0: il ne peut pas être supprimé. Désactivez-le.',
    en: 'This is the first client of this server: it cannot be deleted. Disable it.',
  },
  'user.lastAdministrator': {
    status: 409,
    fr: 'C’est le dernier administrateur actif. Nommez-en un autre d’abord.',
    en: 'This is the last active administrator. Name another one first.',
  },
  'backend.wrongKind': {
    status: 406,
    fr: 'Cette action n’existe pas sur ce serveur ({kind}).',
    en: 'This action does not exist on this server ({kind}).',
  },
  'parameter.builtIn': {
    status: 409,
    fr: 'Ce paramètre fait partie du produit. Réinitialisez-le plutôt.',
    en: 'This parameter is part of the product. Reset it instead.',
  },
  'parameter.tooMany': {
    status: 409,
    fr: 'Il y a déjà {maximum} paramètres ajoutés ici. Supprimez-en un.',
    en: '{maximum} parameters were already added here. Delete one.',
  },
  'server.cannotRestart': {
    status: 409,
    fr: 'Ce serveur ne peut pas faire cela lui-même.',
    en: 'This server cannot do this by itself.',
  },
  'machine.notAvailableHere': { status: 406, fr: '{missing} {instead}', en: '{missing} {instead}' },
  'machine.noAnswer': {
    status: 504,
    fr: 'La machine n’a pas répondu à temps ({program}). Réessayez dans un instant.',
    en: 'The machine did not answer in time ({program}). Try again in a moment.',
  },
  'machine.busy': {
    status: 409,
    fr: 'Le réseau de cette machine est déjà en train de changer. Attendez un instant, puis réessayez.',
    en: 'The network of this machine is being changed already. Wait a moment, then try again.',
  },
  'machine.refused': {
    status: 409,
    fr: 'La machine a refusé. Sa réponse\u00a0: «\u00a0{reason}\u00a0».',
    en: 'The machine refused. Its answer: “{reason}”.',
  },
  'wifi.notJoined': {
    status: 409,
    fr: 'Le réseau «\u00a0{name}\u00a0» n’a pas été rejoint. Vérifiez le mot de passe et qu’il est à portée. Réponse de la machine\u00a0: «\u00a0{reason}\u00a0».',
    en: 'The network “{name}” was not joined. Check the password and that it is in range. Answer of the machine: “{reason}”.',
  },
  'task.unknown': { status: 422, fr: 'Cette tâche n’existe pas\u00a0: {name}.', en: 'There is no such task: {name}.' },
  'task.needsFile': { status: 422, fr: 'Joignez un fichier.', en: 'Add a file.' },
  'task.notFinished': {
    status: 409,
    fr: 'La tâche n’est pas terminée. Annulez-la d’abord.',
    en: 'The task has not ended. Cancel it first.',
  },
  'task.finished': { status: 409, fr: 'La tâche est déjà terminée.', en: 'The task has already ended.' },
  'task.nothingToDownload': {
    status: 404,
    fr: 'Cette tâche n’a pas de fichier à télécharger.',
    en: 'This task has no file to download.',
  },
  'backup.damaged': {
    status: 422,
    fr: 'La sauvegarde est endommagée ({reason}). Rien n’a été modifié.',
    en: 'The backup is damaged ({reason}). Nothing was changed.',
  },
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
  'list.tooLongToSort': {
    status: 422,
    fr: 'La liste compte {count} enregistrements, {maximum} au plus se trient ainsi. Filtrez-la, ou triez par date.',
    en: 'The list holds {count} recordings, {maximum} at most can be sorted so. Filter it, or sort by date.',
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
  'disk.full': {
    status: 507,
    fr: 'Il n’y a pas assez de place sur le disque\u00a0: {needed} sont nécessaires, {free} sont libres en dehors de ce qui est gardé pour les enregistrements. Libérez de la place puis réessayez.',
    en: 'There is not enough room on the disk: {needed} are needed, {free} are free beside what is kept for recordings. Make room and try again.',
  },
  'disk.fullForRecords': {
    status: 507,
    fr: 'Le disque est presque plein\u00a0: les {free} qui restent sont gardés pour les enregistrements en cours. Supprimez des enregistrements ou des sauvegardes, puis recommencez.',
    en: 'The disk is almost full: the {free} that are left are kept for the recordings under way. Delete recordings or backups, then start again.',
  },
  'backup.newer': {
    status: 422,
    fr: 'La sauvegarde vient d’une version plus récente ({version}). Mettez ce serveur à jour.',
    en: 'The backup comes from a newer version ({version}). Update this server.',
  },
  'server.unavailable': {
    status: 503,
    fr: 'Le service s’arrête ou démarre. Réessayez dans un instant.',
    en: 'The service is stopping or starting. Try again in a moment.',
  },
  'server.notReady': {
    status: 503,
    fr: 'Le service attend\u00a0: {missing}. Il reprend dès que possible.',
    en: 'The service waits for: {missing}. It goes on as soon as it can.',
  },
  'database.unavailable': {
    status: 503,
    fr: 'La base de données ne répond pas. Réessayez dans un instant\u00a0; les enregistrements en cours continuent.',
    en: 'The database does not answer. Try again in a moment; recordings under way go on.',
  },
  'broker.wrongSecret': {
    status: 401,
    fr: 'Le secret du courtier MQTT manque ou n’est pas le bon (SILLAGE_BROKER_SECRET).',
    en: 'The secret of the MQTT broker is missing or wrong (SILLAGE_BROKER_SECRET).',
  },
  'broker.unavailable': {
    status: 503,
    fr: 'Le courtier MQTT ne répond pas\u00a0: la commande n’a pas été envoyée. Réessayez dans un instant.',
    en: 'The MQTT broker does not answer: the command was not sent. Try again in a moment.',
  },
  'broker.refused': {
    status: 503,
    fr: 'Le courtier MQTT n’a pas transmis la commande («\u00a0{reason}\u00a0»). Un administrateur doit vérifier les droits du serveur chez lui.',
    en: 'The MQTT broker did not pass the command on (“{reason}”). An administrator must check what the server may do there.',
  },
  'server.bug': {
    status: 500,
    fr: 'Le serveur a rencontré une erreur. Rien n’a été modifié. Réessayez, ou signalez le code {reference}.',
    en: 'The server met an error. Nothing was changed. Try again, or report code {reference}.',
  },
  'device.notConnected': {
    status: 418,
    fr: 'Le capteur n’est pas connecté. Allumez-le et vérifiez le réseau.',
    en: 'The device is not connected. Switch it on and check the network.',
  },
  'device.timeout': {
    status: 504,
    fr: 'Le capteur n’a pas répondu en {seconds} s.',
    en: 'The device did not answer within {seconds} s.',
  },
  'device.noFreeNumber': {
    status: 409,
    fr: 'Tous les numéros de cette famille et de cette version sont pris. Choisissez une autre version.',
    en: 'Every number of this family and version is taken. Choose another version.',
  },
  'phone.invitationEnded': {
    status: 403,
    fr: 'Ce code n’est plus valable. Demandez-en un autre à votre entraîneur\u00a0: page Temps réel, Ajouter un téléphone.',
    en: 'This code is no longer valid. Ask your coach for another one: page Realtime, Add a phone.',
  },
  'phone.tooMany': {
    status: 409,
    fr: 'Ce club a déjà {maximum} téléphones. Supprimez dans l’administration ceux qui ne servent plus.',
    en: 'This club has {maximum} phones already. Delete those in the administration that are not used any more.',
  },
  'phone.unknown': {
    status: 403,
    fr: 'La mallette ne connaît plus ce téléphone. Scannez un nouveau code pour le joindre à nouveau.',
    en: 'The hub does not know this phone any more. Scan a new code to join again.',
  },
  'replay.tooMany': {
    status: 409,
    fr: 'Ce serveur rejoue déjà {maximum} enregistrements. Arrêtez une relecture, puis recommencez.',
    en: 'This server replays {maximum} records already. End a replay, then start again.',
  },
  'replay.tooFast': {
    status: 422,
    fr: 'À cette vitesse, «\u00a0{module}\u00a0» donnerait plus de {maximum} mesures par seconde. Choisissez une vitesse plus basse.',
    en: 'At this speed “{module}” would give more than {maximum} samples a second. Choose a lower speed.',
  },
  'replay.tooManyChannels': {
    status: 422,
    fr: 'Cet enregistrement a plus de voies qu’un capteur ne peut en annoncer.',
    en: 'This record has more channels than a device can announce.',
  },
  'replay.notHere': {
    status: 409,
    fr: 'Ce serveur utilise un courtier MQTT externe\u00a0: la relecture n’y est pas disponible.',
    en: 'This server uses an external MQTT broker: replays are not available here.',
  },
  'certificate.none': {
    status: 404,
    fr: 'Ce serveur n’a pas de certificat à lui\u00a0: son accès https est désactivé.',
    en: 'This server has no certificate of its own: its https access is off.',
  },
  'device.refused': {
    status: 409,
    fr: 'Le capteur a refusé. Sa réponse\u00a0: «\u00a0{reason}\u00a0».',
    en: 'The device refused. Its answer: “{reason}”.',
  },
  'device.notRecording': {
    status: 409,
    fr: 'Le capteur n’enregistre pas en ce moment. Lancez un enregistrement.',
    en: 'The device is not recording now. Start a record.',
  },
  'device.notCalibrating': {
    status: 409,
    fr: 'Aucune calibration n’est en cours sur ce capteur.',
    en: 'This device is not being calibrated.',
  },
  'device.selectionOpen': {
    status: 409,
    fr: 'Une sélection est déjà en cours sur ce capteur. Terminez-la, ou marquez un tour.',
    en: 'A selection is open on this device already. End it, or mark a lap.',
  },
  'device.noSelectionOpen': {
    status: 409,
    fr: 'Aucune sélection n’est en cours sur ce capteur.',
    en: 'No selection is open on this device.',
  },
  'buffer.nothingThen': {
    status: 409,
    fr: 'De ce capteur, rien n’a été gardé de ce moment.',
    en: 'Nothing of that time was kept of this device.',
  },
  'device.unreadable': {
    status: 409,
    fr: 'La réponse du capteur est illisible. Réessayez\u00a0; si cela dure, mettez-le à jour.',
    en: 'The answer of the device cannot be read. Try again; if it goes on, update the device.',
  },
  'device.notDescribed': {
    status: 409,
    fr: 'Le capteur ne se décrit pas de façon lisible ({field})\u00a0: ses mesures ne pourraient pas être lues.',
    en: 'The device does not describe itself legibly ({field}): its samples could not be read.',
  },
  'device.recording': {
    status: 409,
    fr: 'Le capteur enregistre. Arrêtez d’abord l’enregistrement.',
    en: 'The device is recording. Stop the record first.',
  },
  'device.busy': {
    status: 409,
    fr: 'Le capteur est occupé. Attendez qu’il soit prêt puis réessayez.',
    en: 'The device is busy. Wait until it is ready and try again.',
  },
  'device.unknownMethod': {
    status: 422,
    fr: 'Le capteur ne connaît pas la commande {method}.',
    en: 'The device does not know the command {method}.',
  },
  'record.notReadable': {
    status: 409,
    fr: 'Cet enregistrement n’est pas encore décodé.',
    en: 'This record is not decoded yet.',
  },
  'record.decodeFailed': {
    status: 409,
    fr: 'Le décodage de cet enregistrement a échoué\u00a0: il n’a pas de mesures à lire. L’enregistrement dit pourquoi.',
    en: 'The decoding of this record failed: it has no samples to read. The record says why.',
  },
  'record.tooShort': {
    status: 409,
    fr: 'Trop court, rien à lire\u00a0: cet enregistrement s’est arrêté avant la première mesure.',
    en: 'Too short, nothing to read: this record ended before its first sample.',
  },
  'record.nothingMeasured': {
    status: 409,
    fr: 'Rien à lire\u00a0: le capteur n’a rien mesuré pendant cet enregistrement.',
    en: 'Nothing to read: the device measured nothing during this record.',
  },
  'record.unknownVariable': {
    status: 422,
    fr: 'Variable inconnue dans cet enregistrement\u00a0: {name}.',
    en: 'Unknown variable in this record: {name}.',
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
  'record.tooManyPoints': {
    status: 422,
    fr: 'La réponse aurait plus de {maximum} points. Demandez-en moins (maxData, range) ou le format Arrow.',
    en: 'The answer would have more than {maximum} points. Ask for fewer (maxData, range) or for Arrow.',
  },
  'record.signalsChanged': {
    status: 409,
    fr: 'L’enregistrement a changé entre-temps (recadré, réparé ou décodé à nouveau) : ces temps ne sont plus les siens. Regardez-le à nouveau, puis recommencez.',
    en: 'The record has changed meanwhile (cropped, repaired or decoded anew): these times are not its times any more. Look at it again, then try again.',
  },
  'record.stillRecording': {
    status: 409,
    fr: 'L’enregistrement est en cours. Arrêtez-le d’abord.',
    en: 'The record is still running. Stop it first.',
  },
  'record.noSource': {
    status: 409,
    fr: 'Le fichier source de cet enregistrement n’est plus là.',
    en: 'The source file of this record is gone.',
  },
  'record.originalPurged': {
    status: 409,
    fr: 'L’original de cet enregistrement a été purgé\u00a0: ce qu’il en reste ne se décode plus, et ses étapes ne changent plus.',
    en: 'The original of this record was purged: what is left of it is not decoded again, and its steps do not change any more.',
  },
  'record.nothingToPurge': {
    status: 409,
    fr: 'Seul l’original d’un enregistrement recadré se purge. Recadrez-le d’abord.',
    en: 'Only the original of a cropped record is purged. Crop it first.',
  },
  'record.notWhole': {
    status: 409,
    fr: 'Le capteur a peut-être encore des mesures de cet enregistrement. Téléchargez-les d’abord depuis le capteur, puis purgez.',
    en: 'The device may still have samples of this record. Download them from the device first, then purge.',
  },
  'record.notCsv': {
    status: 409,
    fr: 'Cet enregistrement ne vient pas d’un fichier CSV\u00a0: il n’a pas de colonnes à désigner.',
    en: 'This record was not made of a CSV file: it has no columns to say the meaning of.',
  },
  'record.isSession': {
    status: 409,
    fr: 'Une séance n’a pas de mesures à elle. Ouvrez l’un de ses enregistrements.',
    en: 'A session has no samples of its own. Open one of its records.',
  },
  'record.isVideo': {
    status: 409,
    fr: 'Une vidéo n’a pas de mesures. Calez-la sur un enregistrement, puis ouvrez celui-ci.',
    en: 'A video has no samples. Align it with a record, then open that one.',
  },
  'record.noVideo': {
    status: 409,
    fr: 'Cet enregistrement n’est pas une vidéo.',
    en: 'This record is no video.',
  },
  'record.noTrack': {
    status: 409,
    fr: 'Cet enregistrement n’a pas de positions GPS\u00a0: des tours ne s’y trouvent pas. Découpez-le par distance ou par durée.',
    en: 'This record has no GPS positions, so no laps are found in it. Cut it by distance or by time.',
  },
  'record.noLaps': {
    status: 409,
    fr: 'La trace ne repasse pas par ce point dans le même sens. Placez le curseur à un endroit où elle repasse, puis cherchez de nouveau.',
    en: 'The track does not pass this place again in the same direction. Put the cursor where it does, then look again.',
  },
  'record.noDistanceToCut': {
    status: 409,
    fr: 'Rien ne dit la distance parcourue dans cet enregistrement. Découpez-le par durée.',
    en: 'Nothing says how far this record went. Cut it by time.',
  },
  'record.nothingToTellApart': {
    status: 409,
    fr: 'Aucune variable de cet enregistrement ne distingue l’effort du repos.',
    en: 'No variable of this record tells effort from rest.',
  },
  'record.phasesUnclear': {
    status: 409,
    fr: 'Effort et repos ne se distinguent pas clairement sur cette variable. Donnez un seuil, ou choisissez-en une autre.',
    en: 'Effort and rest are not clearly apart in this variable. Give a threshold, or choose another one.',
  },
  'record.noPhases': {
    status: 409,
    fr: 'Rien ne dépasse ce seuil assez longtemps. Changez le seuil ou la durée minimale.',
    en: 'Nothing stays beyond this threshold long enough. Change the threshold or the shortest duration.',
  },
  'record.moreStretches': {
    status: 409,
    fr: 'Seuls les {count} premiers sont proposés. Choisissez des morceaux plus longs, ou une partie de l’enregistrement.',
    en: 'Only the first {count} are proposed. Choose longer pieces, or a part of the record.',
  },
  'video.uncertain': {
    status: 409,
    fr: 'Ce qui bouge dans la vidéo ne se retrouve pas clairement dans l’enregistrement. Calez-la à la main.',
    en: 'What moves in the video is not clearly found in the record. Align it by hand.',
  },
  'video.nothingMoves': {
    status: 409,
    fr: 'Cet enregistrement ne mesure aucun mouvement à comparer à la vidéo. Calez-la à la main.',
    en: 'This record measures no movement to compare with the video. Align it by hand.',
  },
  'video.captureOff': {
    status: 403,
    fr: 'Le club n’utilise pas la vidéo. Un responsable peut l’activer dans la fiche du club.',
    en: 'The club does not use video. A manager can switch it on in the club’s details.',
  },
  'record.fromFile': {
    status: 409,
    fr: 'Cet enregistrement vient d’un fichier\u00a0: aucun capteur ne peut le rendre.',
    en: 'This record comes from a file: no device can give it back.',
  },
  'record.deviceGone': {
    status: 409,
    fr: 'Le capteur de cet enregistrement a été supprimé ou désactivé\u00a0: il ne peut pas le rendre.',
    en: 'The device of this record was deleted or disabled: it cannot give it back.',
  },
  'record.notOnDevice': {
    status: 409,
    fr: 'Le capteur n’a plus cet enregistrement en mémoire.',
    en: 'The device no longer has this record in its memory.',
  },
  'record.tooManySelections': {
    status: 409,
    fr: 'Les sélections d’un enregistrement ont les numéros 1 à {maximum}, et il n’en reste pas assez. Supprimez-en.',
    en: 'Selections of a record have the numbers 1 to {maximum}, and too few are left. Delete some.',
  },
  'record.tooManySteps': {
    status: 409,
    fr: 'Cet enregistrement a déjà {maximum} étapes. Supprimez-en une qui est coupée.',
    en: 'This record already has {maximum} steps. Delete one that is off.',
  },
  'record.stepIsOn': {
    status: 409,
    fr: 'Cette étape est active. Coupez-la d’abord.',
    en: 'This step is on. Switch it off first.',
  },
  'record.nothingToUndo': {
    status: 409,
    fr: 'Aucune étape active\u00a0: il n’y a rien à annuler.',
    en: 'No step is on: there is nothing to undo.',
  },
  'record.nothingToRedo': {
    status: 409,
    fr: 'Aucune étape coupée\u00a0: il n’y a rien à rétablir.',
    en: 'No step is off: there is nothing to redo.',
  },
  'record.calibrationWindowTooShort': {
    status: 422,
    fr: 'La fenêtre dure {seconds} s avec des mesures\u00a0: il en faut au moins {least}. Élargissez-la.',
    en: 'The window holds {seconds} s of samples: at least {least} are needed. Make it wider.',
  },
  'record.calibrationWindowTooLong': {
    status: 422,
    fr: 'La fenêtre contient plus de {maximum} mesures. Choisissez-en une plus courte.',
    en: 'The window holds more than {maximum} samples. Choose a shorter one.',
  },
  'record.analysisTooLong': {
    status: 422,
    fr: 'La fenêtre contient plus de {maximum} mesures. Choisissez-en une plus courte.',
    en: 'The window holds more than {maximum} samples. Choose a shorter one.',
  },
  'record.tooManyResults': {
    status: 409,
    fr: 'Cet enregistrement garde déjà {maximum} résultats. Supprimez-en avant d’en garder d’autres.',
    en: 'This record keeps {maximum} results already. Delete some before you keep others.',
  },
  'record.calibrationNotStill': {
    status: 422,
    fr: 'Le capteur a bougé\u00a0: {rotation} °/s et {acceleration} m/s² d’écart-type, 1 et 0,05 au plus. Le moment le plus calme est à {stillest} s.',
    en: 'The sensor moved: standard deviations of {rotation} °/s and {acceleration} m/s², 1 and 0.05 at most. It was calmest at {stillest} s.',
  },
  'record.calibrationFacesMissing': {
    status: 422,
    fr: 'Faces trouvées au repos : {found} sur 6, il manque {missing}. Posez le capteur 1 s sur chaque face, ou élargissez la fenêtre.',
    en: '{found} of 6 faces were found at rest, {missing} are missing. Lay the sensor on each face for 1 s, or make the window wider.',
  },
  'record.calibrationFacesTooAlike': {
    status: 422,
    fr: 'Les positions ne se laissent pas distinguer\u00a0: un axe est à {degrees} ° de celui du boîtier, {most} au plus. Refaites-les à plat.',
    en: 'The positions cannot be told apart: an axis lies {degrees} ° from that of the case, {most} at most. Do them again, level.',
  },
  'record.calibrationColumnsMissing': {
    status: 422,
    fr: 'Aucun module n’a ce que cette calibration demande\u00a0: {columns}. Choisissez un autre type.',
    en: 'No module has what this calibration needs: {columns}. Choose another type.',
  },
  'record.cropWithoutSamples': {
    status: 409,
    fr: 'Il n’y a aucune mesure entre ces deux moments. Gardez une partie qui en contient.',
    en: 'There is no sample between these two moments. Keep a part that has some.',
  },
  'record.cropKeepsNothing': {
    status: 409,
    fr: 'Avec les autres recadrages il ne resterait rien de l’enregistrement. Coupez-en un d’abord.',
    en: 'With the other crops nothing of the record would be left. Switch one of them off first.',
  },
  'record.tooManyJumps': {
    status: 409,
    fr: 'Les réparations d’horloge actives comptent plus de {maximum} sauts. Coupez-en une d’abord.',
    en: 'The clock repairs that are on hold more than {maximum} jumps. Switch one of them off first.',
  },
  'record.stepsLeaveDates': {
    status: 409,
    fr: 'Ainsi décalé, l’enregistrement n’aurait plus de date possible. Corrigez les secondes des sauts ou du recadrage.',
    en: 'Shifted so far the record would have no possible date. Correct the seconds of the jumps or of the crop.',
  },
  'record.noSuchDistance': {
    status: 409,
    fr: 'Cet enregistrement n’a pas de quoi mesurer la distance ainsi. Choisissez une autre source.',
    en: 'This record has nothing to measure the distance by in this way. Choose another source.',
  },
  'record.cropKeepsAll': {
    status: 422,
    fr: 'Ce recadrage garde tout l’enregistrement. Choisissez un début ou une fin à l’intérieur.',
    en: 'This crop keeps all of the record. Choose a start or an end within it.',
  },
  'record.decodeParked': {
    status: 409,
    fr: 'Le programme s’est arrêté deux fois pendant le décodage : il ne le relance plus de lui-même. Les mesures sont gardées. Relancez le décodage ; si cela se reproduit, signalez-le à un administrateur.',
    en: 'The program ended twice while it decoded this record: it does not try again by itself. The samples are kept. Decode again; if it comes back, report it to an administrator.',
  },
  'record.tooLargeToDecode': {
    status: 409,
    fr: 'Le décodage de cet enregistrement demande plus de mémoire que permis. Les mesures sont gardées ; envoyez le fichier en plusieurs parties ou signalez-le à un administrateur.',
    en: 'Decoding this record needs more memory than is allowed. The samples are kept; send the file in several parts or report it to an administrator.',
  },
  'record.fuseOtherClient': {
    status: 422,
    fr: 'Ces enregistrements sont de plusieurs clubs\u00a0: seuls ceux d’un même club se fusionnent.',
    en: 'These records belong to several clubs: only those of one club can be fused.',
  },
  'record.fuseNoOverlap': {
    status: 409,
    fr: 'Avec ces décalages, «\u00a0{name}\u00a0» n’a aucun moment en commun avec les autres. Corrigez les décalages, ou choisissez un autre type de fusion.',
    en: 'With these offsets, “{name}” has no moment in common with the others. Correct the offsets, or choose another type of fusion.',
  },
  'record.fuseTooLong': {
    status: 409,
    fr: 'L’enregistrement fusionné durerait plus de {maximum}. Recadrez ses parties, ou corrigez les décalages.',
    en: 'The fused record would last more than {maximum}. Crop its parts, or correct the offsets.',
  },
  'record.fuseTooManyModules': {
    status: 409,
    fr: 'Ces enregistrements ont {count} modules en tout, {maximum} au plus se fusionnent. Choisissez moins d’enregistrements.',
    en: 'These records have {count} modules together, at most {maximum} can be fused. Choose fewer records.',
  },
  'record.fuseUncertain': {
    status: 409,
    fr: 'Les mouvements de «\u00a0{name}\u00a0» ne disent pas clairement son décalage. Donnez-le vous-même, ou choisissez un autre type de fusion.',
    en: 'The movements of “{name}” do not tell its offset clearly. Give it yourself, or choose another type of fusion.',
  },
  'record.fuseNothingShared': {
    status: 409,
    fr: 'Ces enregistrements n’ont mesuré aucun mouvement en commun. Choisissez un autre type de fusion.',
    en: 'These records measured no movement in common. Choose another type of fusion.',
  },
  'record.fuseNoGpsClock': {
    status: 409,
    fr: '«\u00a0{name}\u00a0» n’a pas d’heure GPS sûre (5 points au moins, à 0,2 s près). Choisissez un autre type de fusion.',
    en: '“{name}” has no sure GPS time (at least 5 fixes, within 0.2 s). Choose another type of fusion.',
  },
  'record.fuseChanged': {
    status: 409,
    fr: '«\u00a0{name}\u00a0» a changé depuis que ses décalages ont été cherchés (recadré, recalibré ou décodé à nouveau). Vérifiez les décalages, puis fusionnez à nouveau.',
    en: '“{name}” has changed since its offsets were looked for (cropped, recalibrated or decoded anew). Check the offsets, then fuse again.',
  },
  'record.fuseTooSlow': {
    status: 409,
    fr: 'La comparaison de ces enregistrements prend trop de temps. Choisissez-en moins, ou donnez les décalages vous-même.',
    en: 'Comparing these records takes too long. Choose fewer of them, or give the offsets yourself.',
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
  'config.invalid': {
    status: 422,
    fr: 'La configuration n’a pas la forme attendue ({reason}).',
    en: 'The configuration does not have the expected form ({reason}).',
  },
  'config.unknownSensor': {
    status: 422,
    fr: 'La configuration nomme un modèle de capteur qui n’existe pas ici\u00a0: {name}.',
    en: 'The configuration names a sensor template that does not exist here: {name}.',
  },
  'config.nothingForDevice': {
    status: 409,
    fr: 'Cette configuration ne règle aucun module de ce capteur.',
    en: 'This configuration sets no module of this device.',
  },
  'config.tooFast': {
    status: 409,
    fr: '{module}\u00a0: {maximum} Hz au plus.',
    en: '{module}: {maximum} Hz at most.',
  },
  'config.liveTooFast': {
    status: 409,
    fr: '{module}\u00a0: {maximum} Hz au plus pour les courbes en direct.',
    en: '{module}: {maximum} Hz at most for the live curves.',
  },
  'config.notReadBack': {
    status: 409,
    fr: 'Le capteur a accepté, mais sa configuration n’a pas pu être relue.',
    en: 'The device accepted, but its configuration could not be read back.',
  },
  'config.readBackDiffers': {
    status: 409,
    fr: 'Le capteur a accepté, mais il relit une autre configuration ({modules}).',
    en: 'The device accepted, but reads back another configuration ({modules}).',
  },
  'scenario.badSource': {
    status: 422,
    fr: 'Le fichier n’est pas du texte UTF-8, ou dépasse 64 ko.',
    en: 'The file is not UTF-8 text, or is larger than 64 kB.',
  },
  'scenario.missingClass': {
    status: 409,
    fr: 'Le programme {classname} de ce scénario n’existe plus. Choisissez-en un autre.',
    en: 'The program {classname} of this scenario is not there any more. Choose another one.',
  },
  'scenario.hasProblems': {
    status: 409,
    fr: 'Ce scénario a des erreurs. Corrigez son code, puis recompilez-le.',
    en: 'This scenario has errors. Correct its source and compile it again.',
  },
  'scenario.tooMany': {
    status: 409,
    fr: 'Il y a trop de scénarios\u00a0: {maximum} au plus. Supprimez ou arrêtez-en.',
    en: 'There are too many scenarios: {maximum} at most. Delete or stop some.',
  },
  'scenario.deviceTaken': {
    status: 409,
    fr: 'Le capteur {number} suit déjà un scénario.',
    en: 'The device {number} follows a scenario already.',
  },
  'scenario.notRunning': {
    status: 409,
    fr: 'Ce scénario est terminé.',
    en: 'This scenario has ended.',
  },
  'scenario.noPrompt': {
    status: 409,
    fr: 'Cette question n’est plus posée.',
    en: 'This is not asked any more.',
  },
  'scenario.notStarted': {
    status: 503,
    fr: 'Le scénario n’a pas pu démarrer. Réessayez, puis regardez les journaux.',
    en: 'The scenario could not start. Try again, then look at the logs.',
  },
  'firmware.tooOld': {
    status: 409,
    fr: 'La version {version} est trop ancienne pour le Wi-Fi\u00a0: il faut {minimum} au moins. Mettez ce capteur à jour à la main, par son point d’accès.',
    en: 'Version {version} is too old for Wi-Fi: it takes {minimum} at least. Update this device by hand, at its access point.',
  },
  'firmware.sameVersion': {
    status: 409,
    fr: 'La version {version} est déjà installée.',
    en: 'Version {version} is already installed.',
  },
  'firmware.older': {
    status: 409,
    fr: 'Ce serait revenir de {version} à {target}. Confirmez-le.',
    en: 'This would go back from {version} to {target}. Confirm it.',
  },
  'firmware.wrongFamily': {
    status: 409,
    fr: 'Cette version est pour une autre famille de capteurs.',
    en: 'This release is for another family of devices.',
  },
  'firmware.wrongHardware': {
    status: 409,
    fr: 'Cette version est pour un autre matériel.',
    en: 'This release is for other hardware.',
  },
  'firmware.versionUnknown': {
    status: 409,
    fr: 'Ce capteur n’a pas encore dit quelle version il exécute. Connectez-le.',
    en: 'This device has not said yet which version it runs. Connect it.',
  },
  'firmware.alreadyAsked': {
    status: 409,
    fr: 'Ce capteur est déjà dans la file.',
    en: 'This device is in the queue already.',
  },
  'firmware.queueFull': {
    status: 429,
    fr: 'La file est pleine\u00a0: {maximum} mises à jour au plus.',
    en: 'The queue is full: {maximum} updates at most.',
  },
  'firmware.signatureRefused': {
    status: 409,
    fr: 'Le capteur refuse la signature de cette version. Rien n’a été écrit.',
    en: 'The device refuses the signature of this release. Nothing was written.',
  },
  'firmware.damaged': {
    status: 409,
    fr: 'Ce que le capteur a reçu n’est pas ce qui a été signé. L’ancienne version tourne toujours.',
    en: 'What the device received is not what was signed. The former version still runs.',
  },
  'firmware.interrupted': {
    status: 409,
    fr: 'Interrompue\u00a0; l’ancienne version tourne toujours.',
    en: 'Interrupted; the former version still runs.',
  },
  'firmware.noFile': {
    status: 409,
    fr: 'Le fichier de cette version n’est plus là. Envoyez-le à nouveau.',
    en: 'The file of this release is not there any more. Upload it again.',
  },
  'firmware.pastCancelling': {
    status: 409,
    fr: 'Trop tard\u00a0: le capteur installe déjà cette version, ou c’est fini.',
    en: 'Too late: the device is installing this release already, or it has ended.',
  },
  'release.badSignature': {
    status: 422,
    fr: 'La signature n’est pas celle de ce fichier, de cette famille et de cette version.',
    en: 'The signature is not of this file, this family and this version.',
  },
  'release.signatureNeeded': {
    status: 422,
    fr: 'Cette version est signée par une autre clé\u00a0: joignez la signature de ce que vous changez.',
    en: 'This release is signed by another key: add the signature of what you change.',
  },
  'file.unknownFormat': {
    status: 422,
    fr: 'Format de fichier non reconnu. Envoyez un fichier brut de capteur (.txt), un fichier FIT, GPX, TCX, Parquet ou MCAP, ou un CSV : des lignes de nombres séparés par une virgule, un point-virgule, une tabulation ou une barre verticale.',
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
    fr: 'Les vidéos {format} ne sont pas lues. Convertissez-la en MP4, puis envoyez-la.',
    en: '{format} videos cannot be read. Convert it to MP4, then send it.',
  },
  'file.noFilm': {
    status: 422,
    fr: 'Ce fichier ne contient pas d’images. Envoyez une vidéo mp4, mov ou webm.',
    en: 'This file holds no pictures. Send an mp4, mov or webm video.',
  },
  'file.damagedFilm': {
    status: 422,
    fr: 'Cette vidéo est abîmée ou incomplète ({reason}). Copiez-la de nouveau depuis la caméra, puis envoyez-la.',
    en: 'This video is damaged or incomplete ({reason}). Copy it from the camera again, then send it.',
  },
  'file.pointsWithoutTime': {
    status: 422,
    fr: 'Les points de ce fichier n’ont pas d’heure : c’est un itinéraire, pas un enregistrement. Exportez l’activité elle-même, avec ses heures.',
    en: 'The points of this file have no time: it is a route, not a recording. Export the activity itself, with its times.',
  },
  'file.noTime': {
    status: 422,
    fr: 'Le fichier n’a pas de colonne de temps. Indiquez la fréquence d’échantillonnage, ou nommez « time » la colonne de temps.',
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
    fr: 'L’instant de la ligne {line} n’est pas une date plausible. Indiquez l’unité dans le nom de la colonne de temps, par exemple « time (ms) ».',
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
  'sync.notLinked': {
    status: 409,
    fr: 'Cette mallette n’est pas liée à un cloud. Choisissez un cloud et saisissez le code qu’il a affiché.',
    en: 'This hub is not linked to a cloud. Choose a cloud and enter the code that it showed.',
  },
  'sync.wrongCode': {
    status: 401,
    fr: 'Le cloud ne connaît pas ce code de mallette, ou il a été révoqué. Demandez-en un nouveau.',
    en: 'The cloud does not know this hub code, or it was revoked. Ask for a new one.',
  },
  'sync.versionApart': {
    status: 409,
    fr: 'La mallette ({hub}) et le cloud ({cloud}) ont plus d’une version mineure d’écart. Mettez à jour le plus ancien.',
    en: 'The hub ({hub}) and the cloud ({cloud}) are more than one minor version apart. Update the older one.',
  },
  'sync.otherDatabase': {
    status: 409,
    fr: 'Le cloud a une autre base de données qu’avant\u00a0: tout est comparé de nouveau.',
    en: 'The cloud has another database than before: everything is compared anew.',
  },
  'sync.recordUnknown': {
    status: 404,
    fr: 'Le cloud ne connaît pas encore cet enregistrement, ou il est d’un autre client.',
    en: 'The cloud does not know this record yet, or it is another client’s.',
  },
  'sync.unreachable': {
    status: 503,
    fr: 'Le cloud ne répond pas. L’envoi reprendra tout seul où il s’est arrêté.',
    en: 'The cloud does not answer. Sending goes on by itself from where it stopped.',
  },
  'sync.cloudFailed': {
    status: 503,
    fr: 'Le cloud a répondu par une erreur ({code}). L’envoi reprendra tout seul.',
    en: 'The cloud answered with an error ({code}). Sending goes on by itself.',
  },
  'sync.endedEarly': {
    status: 503,
    fr: 'L’échange s’est arrêté sur une erreur de la mallette, notée dans son journal. Il reprendra tout seul.',
    en: 'The exchange ended with an error of the hub, which is in its log. It goes on by itself.',
  },
  'sync.noOriginal': {
    status: 409,
    fr: 'Le fichier d’origine de cet enregistrement n’est pas sur cette mallette.',
    en: 'The original of this record is not on this hub.',
  },
  'sync.stillRecording': {
    status: 409,
    fr: 'L’enregistrement est encore en cours\u00a0: il partira une fois terminé.',
    en: 'It is still being recorded: it is sent once it has ended.',
  },
  'sync.cloudOnly': {
    status: 403,
    fr: 'Ce qui vaut pour tous les clients ne se change que sur le cloud.',
    en: 'What is the same for all clients is changed in the cloud only.',
  },
  'sync.otherClient': {
    status: 403,
    fr: 'Cette ligne est d’un client que la mallette ne sert pas.',
    en: 'This row is of a client that the hub does not serve.',
  },
  'sync.rightsOfHub': {
    status: 403,
    fr: 'Une mallette ne donne ni mot de passe, ni droits de manager ou d’administrateur sur le cloud.',
    en: 'A hub gives neither passwords nor the rights of managers or administrators in the cloud.',
  },
  'sync.sameName': {
    status: 409,
    fr: 'Le cloud a déjà une autre ligne de ce nom ou de ce numéro.',
    en: 'The cloud already has another row with this name or number.',
  },
  'sync.unknownTable': {
    status: 422,
    fr: 'Le cloud ne connaît pas cette sorte de données.',
    en: 'The cloud does not know this kind of data.',
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

export type RefusalCode = keyof typeof refusals;

/** What stands in the holes of a sentence; an amount with its unit is said in both languages. */
type Parameters = Readonly<Record<string, string | number | Translated>>;

/** An expected "no", returned as a value by handlers and services. */
export class Refusal {
  readonly code: RefusalCode;
  readonly parameters: Parameters;
  readonly fields: Readonly<Record<string, string>> | undefined;

  constructor(code: RefusalCode, parameters: Parameters = {}, fields?: Readonly<Record<string, string>>) {
    this.code = code;
    this.parameters = parameters;
    this.fields = fields;
  }

  get status(): number {
    return refusals[this.code].status;
  }

  /** The wire form, sentences filled in. */
  body(): ErrorBody {
    const { fr, en } = refusals[this.code];
    const message = { fr: fill('fr', fr, this.parameters), en: fill('en', en, this.parameters) };
    return this.fields ? { code: this.code, message, fields: { ...this.fields } } : { code: this.code, message };
  }
}

export function refuse(code: RefusalCode, parameters?: Parameters, fields?: Readonly<Record<string, string>>): Refusal {
  return new Refusal(code, parameters, fields);
}

export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal;
}

function fill(language: Language, sentence: string, parameters: Parameters): string {
  return sentence.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const given = parameters[name] ?? hole;
    return typeof given === 'object' ? given[language] : String(given);
  });
}
