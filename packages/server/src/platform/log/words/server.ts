/** People, tasks, requests and the program itself. */
export const serverWords = {
  'a sign-in failed': {
    code: 'login.failed',
    fr: 'Une connexion a été refusée, depuis {address}',
    en: 'A sign-in failed, from {address}',
  },
  'a refresh token came back after its use: its session was ended': {
    code: 'session.stolen',
    fr: 'Un jeton de session a servi deux fois\u00a0: sa session a été fermée',
    en: 'A refresh token came back after its use: its session was ended',
  },
  'the time zone of an administrator was not kept': {
    code: 'hub.timezoneNotKept',
    fr: 'Le fuseau horaire du navigateur d’un administrateur n’a pas été repris pour la mallette\u00a0; nouvel essai à la prochaine connexion',
    en: 'The time zone of an administrator’s browser was not taken over for the hub; tried again at the next sign-in',
  },
  'sessions were not tidied, tried again': {
    code: 'session.untidied',
    fr: 'Les anciennes sessions n’ont pas été effacées\u00a0; nouvel essai',
    en: 'Old sessions were not tidied; tried again',
  },
  'a person forgot the password, and no mail server is configured: invite them': {
    code: 'mail.noServer',
    fr: 'La personne n° {userId} a oublié son mot de passe, et il n’y a pas de serveur de mail\u00a0: invitez-la',
    en: 'Person no. {userId} forgot the password, and no mail server is configured: invite them',
  },
  'too many password mails to one person': {
    code: 'mail.tooMany',
    fr: 'Trop de mails de mot de passe pour la personne n° {userId}',
    en: 'Too many password mails to person no. {userId}',
  },
  'a password mail needs the public address of this server': {
    code: 'mail.noAddress',
    fr: 'Un mail de mot de passe a besoin de l’adresse publique de ce serveur\u00a0: Réglages → Administration',
    en: 'A password mail needs the public address of this server: Settings → Administration',
  },
  'a password mail is tried again': {
    code: 'mail.retry',
    fr: 'Un mail de mot de passe est envoyé de nouveau',
    en: 'A password mail is tried again',
  },
  'a password mail could not be sent': {
    code: 'mail.failed',
    fr: 'Un mail de mot de passe n’a pas pu être envoyé',
    en: 'A password mail could not be sent',
  },
  'an invitation could not be mailed': {
    code: 'mail.invitationFailed',
    fr: 'Une invitation n’a pas pu être envoyée',
    en: 'An invitation could not be mailed',
  },
  'a person restarts the server': {
    code: 'server.restart',
    fr: 'La personne n° {userId} redémarre le serveur ({what})',
    en: 'Person no. {userId} restarts the server ({what})',
  },
  'a Wi-Fi network was joined': {
    code: 'network.joined',
    fr: 'La personne n° {userId} a relié la mallette au réseau {network}',
    en: 'Person no. {userId} connected the hub to the network {network}',
  },
  'a Wi-Fi network was forgotten': {
    code: 'network.forgotten',
    fr: 'La personne n° {userId} a fait oublier un réseau Wi-Fi à la mallette',
    en: 'Person no. {userId} made the hub forget a Wi-Fi network',
  },
  'the server could not be restarted': {
    code: 'server.notRestarted',
    fr: 'Le serveur n’a pas pu redémarrer ({what})',
    en: 'The server could not be restarted ({what})',
  },
  'a room did not close cleanly': {
    code: 'server.roomNotClosed',
    fr: 'Une partie du programme ne s’est pas fermée proprement',
    en: 'A part of the program did not close cleanly',
  },
  'an error that nobody foresaw ends the program': {
    code: 'server.crash',
    fr: 'Une erreur que personne n’avait prévue termine le programme\u00a0; il redémarre',
    en: 'An error that nobody foresaw ends the program; it starts again',
  },
  'secrets of other services cannot be opened': {
    code: 'secrets.lost',
    fr: 'Les comptes d’autres services de {count} personnes ne peuvent pas être ouverts\u00a0: la clé {keys} manque. Ajoutez-la au fichier secrets.key, ou faites saisir les jetons de nouveau',
    en: 'Accounts of {count} people at other services cannot be opened: the key {keys} is missing. Add it to the file secrets.key, or let the tokens be typed again',
  },
  'a request met a bug': {
    code: 'request.bug',
    fr: 'Une demande a rencontré un défaut du programme\u00a0: {method} {path}, référence {reference}',
    en: 'A request met a bug: {method} {path}, reference {reference}',
  },
  request: {
    code: 'request.done',
    fr: '{method} {path}\u00a0: {status}, {ms} ms',
    en: '{method} {path}: {status}, {ms} ms',
  },
  'a room request failed': {
    code: 'socket.bug',
    fr: 'L’abonnement à une salle a rencontré un défaut du programme, référence {reference}',
    en: 'Subscribing to a room met a bug, reference {reference}',
  },
  'rights could not be judged, tried again each second': {
    code: 'socket.rightsUnjudged',
    fr: 'Les droits dans les salles n’ont pas pu être jugés\u00a0; nouvel essai chaque seconde',
    en: 'Rights in rooms could not be judged; tried again each second',
  },
  'how a task ended was not written': {
    code: 'task.endNotWritten',
    fr: 'La fin de la tâche n° {taskId} n’a pas été écrite',
    en: 'How task no. {taskId} ended was not written',
  },
  'how a task ended could not be written; it is tried again': {
    code: 'task.endRetried',
    fr: 'La fin d’une tâche n’a pas pu être écrite\u00a0; nouvel essai',
    en: 'How a task ended could not be written; it is tried again',
  },
  'tasks cannot be looked for; trying again': {
    code: 'task.notFound',
    fr: 'Les tâches en attente ne peuvent pas être lues\u00a0; nouvel essai',
    en: 'Tasks cannot be looked for; trying again',
  },
  'the leases of running tasks were not renewed': {
    code: 'task.leaseNotRenewed',
    fr: 'La réservation des tâches en cours n’a pas été renouvelée',
    en: 'The leases of running tasks were not renewed',
  },
  'tasks that a process left unfinished wait again': {
    code: 'task.waitAgain',
    fr: '{count} tâches laissées inachevées attendent de nouveau',
    en: '{count} tasks that were left unfinished wait again',
  },
  'the database went away under a task': {
    code: 'task.databaseAway',
    fr: 'La base a disparu pendant la tâche n° {taskId} ({name})',
    en: 'The database went away under task no. {taskId} ({name})',
  },
  'the disk of the database was full under a task': {
    code: 'task.databaseFull',
    fr: 'Le disque de la base était plein pendant la tâche n° {taskId} ({name})',
    en: 'The disk of the database was full under task no. {taskId} ({name})',
  },
  'a task failed': {
    code: 'task.failed',
    fr: 'La tâche n° {taskId} ({name}) a échoué, essai {attempts}',
    en: 'Task no. {taskId} ({name}) failed, try {attempts}',
  },
  'old files of tasks were not removed': {
    code: 'task.filesNotRemoved',
    fr: 'Les fichiers anciens des tâches n’ont pas été supprimés',
    en: 'Old files of tasks were not removed',
  },
  'a failed task could not be tidied up': {
    code: 'task.untidied',
    fr: 'Ce que la tâche n° {taskId} ({name}) a laissé n’a pas pu être rangé',
    en: 'What task no. {taskId} ({name}) left could not be tidied up',
  },
  'lines of the log were dropped': {
    code: 'log.dropped',
    fr: '{lines} lignes du journal n’ont pas pu être écrites ({reason})',
    en: '{lines} lines of the log could not be written ({reason})',
  },
  'counted in the last minute': {
    code: 'tally',
    fr: '{what}\u00a0: {times} en une minute{most}',
    en: '{what}: {times} in a minute{most}',
  },
} as const;
