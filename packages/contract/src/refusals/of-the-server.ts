import type { RefusalKind } from './refusal-kind.ts';
import { sessionRequired } from './session-required.ts';

/** Of requests, sessions, people and the server itself. */
export const refusalsOfTheServer = {
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
  'list.tooLongToSort': {
    status: 422,
    fr: 'La liste compte {count} enregistrements, {maximum} au plus se trient ainsi. Filtrez-la, ou triez par date.',
    en: 'The list holds {count} recordings, {maximum} at most can be sorted so. Filter it, or sort by date.',
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
  'server.bug': {
    status: 500,
    fr: 'Le serveur a rencontré une erreur. Rien n’a été modifié. Réessayez, ou signalez le code {reference}.',
    en: 'The server met an error. Nothing was changed. Try again, or report code {reference}.',
  },
} as const satisfies Record<string, RefusalKind>;
