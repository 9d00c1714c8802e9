/** Database, broker, disk and what the program does with them. */
export const engineWords = {
  'pieces of originals were not swept': {
    code: 'sync.notSwept',
    fr: 'Les morceaux d’originaux restés en chemin n’ont pas été rangés ; nouvel essai dans une heure',
    en: 'Pieces of originals that stayed on their way were not tidied; tried again in an hour',
  },
  'a piece of an original that nobody goes on with is removed': {
    code: 'sync.pieceRemoved',
    fr: 'Un morceau d’original que personne n’envoie plus est retiré',
    en: 'A piece of an original that nobody sends any more is removed',
  },
  'edits were not noted for the hubs': {
    code: 'sync.editsNotNoted',
    fr: 'Les modifications faites ici n’ont pas été notées pour les mallettes\u00a0; nouvel essai dans 15 s',
    en: 'Edits made here were not noted for the hubs; tried again in 15 s',
  },
  'files for the cloud ended early': {
    code: 'sync.filesEndedEarly',
    fr: 'L’envoi des originaux au cloud s’est arrêté sur une erreur ; il reprend de lui-même',
    en: 'Sending originals to the cloud ended with an error; it goes on by itself',
  },
  'the database was set back to a copy of before': {
    code: 'sync.setBack',
    fr: 'La base de données est une copie d’avant ce qui a été dit aux autres serveurs\u00a0; ce serveur change de nom dans leurs échanges, et rien de ce qui est modifié n’est pris pour ancien',
    en: 'The database is a copy of before what other servers were told; this server takes another name among them, so that no edit is taken for an old one',
  },
  'it was not looked whether the database was set back': {
    code: 'sync.setBackNotSought',
    fr: 'Il n’a pas été vérifié si la base de données est une copie d’avant\u00a0; les appels des mallettes le montrent aussi',
    en: 'It was not looked whether the database is a copy of before; the calls of hubs show it, too',
  },
  'how far rows were told was not noted beside the database': {
    code: 'sync.toldNotNoted',
    fr: 'Le point atteint dans les échanges n’a pas pu être écrit à côté de la base de données\u00a0; libérez de la place sur le disque',
    en: 'How far the exchange went could not be written beside the database; free some space on the disk',
  },
  'new columns were not filled from other servers': {
    code: 'sync.columnsNotFilled',
    fr: 'Les champs nouveaux de cette version n’ont pas reçu les valeurs des autres serveurs\u00a0; le prochain échange le refait',
    en: 'Fields that are new in this version did not get the values of other servers; the next exchange does it again',
  },
  'an original that the cloud confirmed was freed': {
    code: 'sync.freed',
    fr: 'Un original que le cloud a confirmé a été retiré d’ici pour faire de la place',
    en: 'An original that the cloud confirmed was taken from here to make room',
  },
  'the exchange with the cloud ended early': {
    code: 'sync.endedEarly',
    fr: 'L’échange avec le cloud s’est arrêté sur une erreur\u00a0; il reprend de lui-même',
    en: 'The exchange with the cloud ended with an error; it goes on by itself',
  },
  'a database in another container could not be noticed: no named pipe': {
    code: 'database.noPipe',
    fr: 'Une base dans un autre conteneur passerait inaperçue\u00a0: ce dossier ne permet pas de tube nommé',
    en: 'A database in another container would not be noticed: this folder takes no named pipe',
  },
  'the database still recovers from an end without warning': {
    code: 'database.recovering',
    fr: 'La base se remet d’un arrêt sans avertissement, depuis {seconds} s',
    en: 'The database has been recovering from an end without warning for {seconds} s',
  },
  'somebody asked the embedded database to stop: the program ends with it': {
    code: 'database.askedToStop',
    fr: 'Quelqu’un a demandé l’arrêt de la base intégrée\u00a0: le programme se termine avec elle',
    en: 'Somebody asked the embedded database to stop: the program ends with it',
  },
  'the embedded database does not start again': {
    code: 'database.noRestart',
    fr: 'La base intégrée ne redémarre pas',
    en: 'The embedded database does not start again',
  },
  'the embedded database ended by itself and is started again': {
    code: 'database.restarted',
    fr: 'La base intégrée s’est arrêtée d’elle-même et redémarre',
    en: 'The embedded database ended by itself and is started again',
  },
  'a database left by a program that was killed is stopped': {
    code: 'database.orphan',
    fr: 'La base laissée par un programme tué est arrêtée',
    en: 'A database left by a program that was killed is stopped',
  },
  'another server uses the database': {
    code: 'database.otherServer',
    fr: 'Un autre serveur utilise la base\u00a0: {said}',
    en: 'Another server uses the database: {said}',
  },
  'the lock on the database is lost with its connection; taking it again': {
    code: 'database.lockLost',
    fr: 'Le verrou sur la base est perdu avec sa connexion\u00a0; il est repris',
    en: 'The lock on the database is lost with its connection; taking it again',
  },
  'the lock on the database is taken again': {
    code: 'database.lockTaken',
    fr: 'Le verrou sur la base est repris',
    en: 'The lock on the database is taken again',
  },
  'the lock on the database is not held any more': {
    code: 'database.lockGone',
    fr: 'Le verrou sur la base n’est plus tenu',
    en: 'The lock on the database is not held any more',
  },
  'the connection to listen on is lost; trying again': {
    code: 'database.deaf',
    fr: 'La connexion d’écoute de la base est perdue\u00a0; nouvel essai',
    en: 'The connection to the database to listen on is lost; trying again',
  },
  'listening again': {
    code: 'database.listening',
    fr: 'La base est de nouveau écoutée',
    en: 'The database is listened to again',
  },
  'connections left open': {
    code: 'database.connectionsLeft',
    fr: 'Des connexions à la base restent ouvertes',
    en: 'Connections to the database were left open',
  },
  'a connection to the database broke': {
    code: 'database.connectionBroke',
    fr: 'Une connexion à la base s’est rompue',
    en: 'A connection to the database broke',
  },
  'the database is away': { code: 'database.away', fr: 'La base ne répond pas', en: 'The database is away' },
  'marks of changes were not pruned; the next try will come': {
    code: 'changes.notPruned',
    fr: 'Les marques de changements n’ont pas été allégées\u00a0; nouvel essai plus tard',
    en: 'Marks of changes were not pruned; the next try will come',
  },
  'a message could not be taken': {
    code: 'broker.messageRefused',
    fr: 'Un message de capteur n’a pas pu être pris',
    en: 'A message of a device could not be taken',
  },
  'a client of the broker was dropped': {
    code: 'broker.clientDropped',
    fr: 'Une connexion de capteur a été fermée ({client})',
    en: 'A connection of a device was closed ({client})',
  },
  'the broker lets this server hear devices again': {
    code: 'broker.hearing',
    fr: 'Le courtier laisse de nouveau ce serveur entendre les capteurs',
    en: 'The broker lets this server hear devices again',
  },
  'the broker refuses that this server hears devices; trying again': {
    code: 'broker.deaf',
    fr: 'Le courtier refuse que ce serveur entende les capteurs\u00a0; nouvel essai',
    en: 'The broker refuses that this server hears devices; trying again',
  },
  'the broker is connected again': {
    code: 'broker.connected',
    fr: 'Le courtier est de nouveau connecté',
    en: 'The broker is connected again',
  },
  'the broker is away; trying again': {
    code: 'broker.away',
    fr: 'Le courtier ne répond pas\u00a0; nouvel essai',
    en: 'The broker is away; trying again',
  },
  'the connection to the broker is lost; trying again': {
    code: 'broker.lost',
    fr: 'La connexion au courtier est perdue\u00a0; nouvel essai',
    en: 'The connection to the broker is lost; trying again',
  },
  'the broker ends the connection': {
    code: 'broker.ended',
    fr: 'Le courtier ferme la connexion (raison {reasonCode})',
    en: 'The broker ends the connection (reason {reasonCode})',
  },
  'the broker does not give back what this server says on its topic': {
    code: 'broker.noEcho',
    fr: 'Le courtier ne rend pas ce que ce serveur dit sur son sujet {topic}',
    en: 'The broker does not give back what this server says on its topic {topic}',
  },
  'the room on the disk changed': {
    code: 'disk.changed',
    fr: 'Place sur le disque\u00a0: {state} ({before} avant), {freeBytes} octets libres',
    en: 'Room on the disk: {state} ({before} before), {freeBytes} bytes free',
  },
  'the room on the disk cannot be measured': {
    code: 'disk.unmeasured',
    fr: 'La place sur le disque ne peut pas être mesurée',
    en: 'The room on the disk cannot be measured',
  },
  'the temporary folder was not swept': {
    code: 'disk.notSwept',
    fr: 'Le dossier temporaire n’a pas été nettoyé',
    en: 'The temporary folder was not swept',
  },
  'a temporary file that was left over is removed': {
    code: 'disk.leftOver',
    fr: 'Un fichier temporaire oublié depuis {hours} h est enlevé\u00a0: {path}',
    en: 'A temporary file that was left over for {hours} h is removed: {path}',
  },
  'the date of this machine was set, or it slept': {
    code: 'clock.stepped',
    fr: 'La date de cette machine a été changée, ou elle a dormi ({stepMs} ms)',
    en: 'The date of this machine was set, or it slept ({stepMs} ms)',
  },
} as const;
