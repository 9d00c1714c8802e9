/** Devices, what is sent to them and what is kept of them; `{device}` is named with its athletes. */
export const deviceWords = {
  'what a device is to tell was not looked up': {
    code: 'device.indicatorsUnread',
    fr: 'Le sport et les indicateurs de {device} n’ont pas pu être lus',
    en: 'The sport and the indicators of {device} could not be read',
  },
  'what devices send while idle is not kept': {
    code: 'buffer.notKept',
    fr: 'Ce que les capteurs mesurent hors enregistrement n’est pas gardé en ce moment',
    en: 'What devices measure while nobody records is not kept now',
  },
  'how much devices move is not kept': {
    code: 'buffer.levelsNotKept',
    fr: 'Le niveau de mouvement des capteurs n’est pas gardé en ce moment ; ce qu’ils mesurent l’est',
    en: 'How much devices move is not kept now; what they measure is',
  },
  'a device is connected': { code: 'device.connected', fr: '{device} est connecté', en: '{device} is connected' },
  'a device is away': { code: 'device.away', fr: '{device} n’est plus là', en: '{device} is away' },
  'a device did not take its name': {
    code: 'device.notRenamed',
    fr: '{device} n’a pas pris son nouveau nom ({reason})',
    en: '{device} did not take its new name ({reason})',
  },
  'a device runs another firmware': {
    code: 'firmware.installed',
    fr: '{device} exécute maintenant la version {version}',
    en: '{device} runs version {version} now',
  },
  'an update of a device failed': {
    code: 'firmware.failed',
    fr: 'La mise à jour de {device} vers {version} a échoué\u00a0: {reason}',
    en: 'The update of {device} to {version} failed: {reason}',
  },
  'an update of a device broke off': {
    code: 'firmware.brokeOff',
    fr: 'La mise à jour de {device} s’est interrompue\u00a0: {error}',
    en: 'The update of {device} broke off: {error}',
  },
  'the updates of devices were not looked at': {
    code: 'firmware.queueUnread',
    fr: 'La file des mises à jour n’a pas pu être lue\u00a0: {error}',
    en: 'The queue of updates could not be read: {error}',
  },
  'a device is no longer followed': {
    code: 'device.unfollowed',
    fr: '{device} n’est plus suivi\u00a0: retiré ou désactivé',
    en: '{device} is no longer followed: removed or disabled',
  },
  'a device could not be read': {
    code: 'device.unread',
    fr: 'Ce que la base sait de {device} n’a pas pu être lu',
    en: 'What the database knows of {device} could not be read',
  },
  'a device was not read': {
    code: 'device.changeUnread',
    fr: 'Un changement de capteur n’a pas pu être lu',
    en: 'A change of a device could not be read',
  },
  'what a device told was not kept': {
    code: 'device.notKept',
    fr: 'Ce que {device} a dit de lui n’a pas été gardé',
    en: 'What {device} told about itself was not kept',
  },
  'a device did not tell what it has recorded': {
    code: 'device.listRefused',
    fr: '{device} n’a pas dit ce qu’il a en mémoire ({refusal})',
    en: '{device} did not tell what it has in its memory ({refusal})',
  },
  'a device did not forget a record that is complete here': {
    code: 'device.notForgotten',
    fr: '{device} n’a pas effacé l’enregistrement {deviceRecordId} de sa mémoire, qui est complet ici ({refusal})',
    en: '{device} did not delete record {deviceRecordId} from its memory, which is complete here ({refusal})',
  },
  'a device was not told that a record is complete; its memory is looked at again': {
    code: 'device.notTold',
    fr: '{device} n’a pas appris que l’enregistrement {record} est complet ici\u00a0; sa mémoire est relue',
    en: '{device} was not told that record {record} is complete here; its memory is looked at again',
  },
  'a device could not be authenticated': {
    code: 'device.notAuthenticated',
    fr: 'L’identité d’un capteur n’a pas pu être vérifiée',
    en: 'A device could not be authenticated',
  },
  'a device could not be cut': {
    code: 'device.notCut',
    fr: 'La connexion de {device} n’a pas pu être coupée',
    en: 'The connection of {device} could not be cut',
  },
  'who listens to a device failed': {
    code: 'device.listenerFailed',
    fr: 'Des blocs de {device} n’ont pas été montrés\u00a0: une erreur du programme',
    en: 'Blocks of {device} were not shown: an error of the program',
  },
  'two programs use the number of one device; the one that is connected keeps it for a while': {
    code: 'device.numberTwice',
    fr: 'Deux programmes utilisent le numéro de {device}\u00a0; celui qui est connecté le garde un moment',
    en: 'Two programs use the number of {device}; the one that is connected keeps it for a while',
  },
  'what follows a command failed': {
    code: 'device.afterCommand',
    fr: '{device} a obéi à une commande, mais la suite a échoué',
    en: '{device} obeyed a command, but what follows failed',
  },
  'a replay ended early': {
    code: 'replay.endedEarly',
    fr: 'La relecture {device} s’est arrêtée avant la fin\u00a0: {error}',
    en: 'Replay {device} ended early: {error}',
  },
  'the device of a replay was not removed': {
    code: 'replay.deviceStays',
    fr: 'Le capteur virtuel de la relecture {device} n’a pas été retiré\u00a0: {error}',
    en: 'The virtual device of replay {device} was not removed: {error}',
  },
} as const;
