/** Records, their journals and files; `{device}` and `{record}` are named with their athletes. */
export const recordingWords = {
  'who is told of records failed': {
    code: 'record.notTold',
    fr: 'Un changement d’enregistrements n’a pas été annoncé à tous',
    en: 'A change of records was not told to all',
  },
  'a record waited for a decoding that nobody did; it is queued': {
    code: 'record.queuedAgain',
    fr: '{record} attendait un décodage que personne ne faisait\u00a0: il est demandé de nouveau',
    en: '{record} waited for a decoding that nobody did: it is asked for again',
  },
  'the steps of a record were changed': {
    code: 'record.stepsChanged',
    fr: 'Les étapes de {record} ont été changées par la personne no {user} ({step})',
    en: 'The steps of {record} were changed by person no. {user} ({step})',
  },
  'a step of a record was forgotten': {
    code: 'record.stepForgotten',
    fr: 'Une étape coupée de {record} a été supprimée par la personne no {user} ({step})',
    en: 'A step of {record} that was off was deleted by person no. {user} ({step})',
  },
  'the selections of a running record were not read': {
    code: 'record.liveSelectionsUnread',
    fr: 'Les sélections de {record}, en cours, n’ont pas pu être lues',
    en: 'The selections of {record}, which is being made, could not be read',
  },
  'a record begins': {
    code: 'record.began',
    fr: 'L’enregistrement {record} de {device} commence',
    en: 'Record {record} of {device} begins',
  },
  'a record goes on': {
    code: 'record.goesOn',
    fr: 'L’enregistrement {record} de {device} continue',
    en: 'Record {record} of {device} goes on',
  },
  'a record is complete': {
    code: 'record.complete',
    fr: 'L’enregistrement {record} de {device} est complet',
    en: 'Record {record} of {device} is complete',
  },
  'a record ended incomplete': {
    code: 'record.incomplete',
    fr: 'L’enregistrement {record} de {device} est terminé, {missingBlocks} blocs manquent',
    en: 'Record {record} of {device} has ended, {missingBlocks} blocks are missing',
  },
  'a record ended without its device': {
    code: 'record.endedWithout',
    fr: 'L’enregistrement {record} de {device} est terminé avec ce qui est arrivé ici',
    en: 'Record {record} of {device} has ended with what came here',
  },
  'a record could not be opened': {
    code: 'record.notOpened',
    fr: 'Un enregistrement de {device} n’a pas pu être ouvert\u00a0; nouvel essai au prochain message',
    en: 'A record of {device} could not be opened; tried again at the next message',
  },
  'a record could not be finished; it is tried again': {
    code: 'record.notFinished',
    fr: 'L’enregistrement {record} de {device} n’a pas pu être terminé\u00a0; nouvel essai',
    en: 'Record {record} of {device} could not be finished; it is tried again',
  },
  'a record was deleted, or ended by another path, while it was open': {
    code: 'record.gone',
    fr: 'L’enregistrement {record} de {device} a été supprimé ou terminé autrement pendant qu’il était ouvert',
    en: 'Record {record} of {device} was deleted, or ended otherwise, while it was open',
  },
  'a record without a device was not ended': {
    code: 'record.notEnded',
    fr: 'L’enregistrement {record}, que plus aucun capteur ne suit, n’a pas pu être terminé',
    en: 'Record {record}, which no device continues, could not be ended',
  },
  'a record that no device continues was ended': {
    code: 'record.ended',
    fr: 'L’enregistrement {record}, que plus aucun capteur ne suit, a été terminé',
    en: 'Record {record}, which no device continues, was ended',
  },
  'a forgotten record was stopped': {
    code: 'record.forgottenStopped',
    fr: 'L’enregistrement {record} de {device}, oublié depuis plus de {afterSeconds} s, a été arrêté',
    en: 'Record {record} of {device}, forgotten for more than {afterSeconds} s, was stopped',
  },
  'a forgotten record was not stopped; it is tried again': {
    code: 'record.forgottenGoesOn',
    fr: 'L’enregistrement {record} de {device}, oublié, n’a pas pu être arrêté ({reason})\u00a0; nouvel essai',
    en: 'Record {record} of {device}, forgotten, could not be stopped ({reason}); it is tried again',
  },
  'forgotten records were not looked for': {
    code: 'record.forgottenUnsought',
    fr: 'Les enregistrements oubliés n’ont pas pu être cherchés',
    en: 'Forgotten records could not be looked for',
  },
  'the state of a record was not kept': {
    code: 'record.stateNotKept',
    fr: 'L’état de l’enregistrement {record} de {device} n’a pas été gardé',
    en: 'The state of record {record} of {device} was not kept',
  },
  'the doubt about a date was not kept': {
    code: 'record.doubtNotKept',
    fr: 'Le doute sur la date de l’enregistrement {record} n’a pas été gardé',
    en: 'The doubt about the date of record {record} was not kept',
  },
  'missing blocks were not sent again': {
    code: 'blocks.notResent',
    fr: '{device} n’a pas renvoyé les blocs qui manquent de {module} ({refusal})',
    en: '{device} did not send the missing blocks of {module} again ({refusal})',
  },
  'repair failed; it is tried again': {
    code: 'record.repairFailed',
    fr: 'Les blocs qui manquent de {device} n’ont pas pu être demandés\u00a0; nouvel essai',
    en: 'The missing blocks of {device} could not be asked for; tried again',
  },
  'a journal cannot be read; its record ends': {
    code: 'journal.unreadable',
    fr: 'Le journal de l’enregistrement {record} est illisible\u00a0; l’enregistrement se termine',
    en: 'The journal of record {record} cannot be read; the record ends',
  },
  'a journal cannot be read now; it is tried later': {
    code: 'journal.unreadNow',
    fr: 'Le journal de l’enregistrement {record} ne peut pas être lu pour l’instant\u00a0; nouvel essai plus tard',
    en: 'The journal of record {record} cannot be read now; tried again later',
  },
  'a journal did not close cleanly': {
    code: 'journal.notClosed',
    fr: 'Le journal de l’enregistrement {record} ne s’est pas fermé proprement',
    en: 'The journal of record {record} did not close cleanly',
  },
  'a journal that may not be on disk stays so': {
    code: 'journal.doubtful',
    fr: 'Le journal de l’enregistrement {record} n’est peut-être pas sur le disque\u00a0; le capteur garde sa copie',
    en: 'The journal of record {record} may not be on disk; the device keeps its copy',
  },
  'a journal that might not be on disk was written anew': {
    code: 'journal.rewritten',
    fr: 'Le journal de l’enregistrement {record} n’était peut-être pas sur le disque\u00a0; il a été réécrit',
    en: 'The journal of record {record} might not have been on disk; it was written anew',
  },
  'journals do not reach the disk in time': {
    code: 'journal.late',
    fr: 'Les journaux ({open}) n’arrivent pas à temps sur le disque\u00a0: {unsyncedMs} ms',
    en: 'Journals ({open}) do not reach the disk in time: {unsyncedMs} ms',
  },
  'journals reach the disk': {
    code: 'journal.synced',
    fr: 'Les journaux ({open}) arrivent sur le disque, {unsyncedMs} ms au plus',
    en: 'Journals ({open}) reach the disk, {unsyncedMs} ms at most',
  },
  'journals were not closed: the disk does not answer': {
    code: 'journal.diskSilent',
    fr: 'Les journaux ({open}) n’ont pas été fermés\u00a0: le disque ne répond pas',
    en: 'Journals ({open}) were not closed: the disk does not answer',
  },
  'how far a decoding is could not be told': {
    code: 'decode.progressUntold',
    fr: 'L’avancement du décodage de l’enregistrement {record} n’a pas pu être dit',
    en: 'How far the decoding of record {record} is could not be told',
  },
  'a record was deleted while it was decoded': {
    code: 'decode.deleted',
    fr: 'L’enregistrement {record} a été supprimé pendant son décodage',
    en: 'Record {record} was deleted while it was decoded',
  },
  'a record that is not complete was not decoded': {
    code: 'decode.incomplete',
    fr: 'L’enregistrement {record} n’est pas complet\u00a0: il n’a pas été décodé',
    en: 'Record {record} is not complete: it was not decoded',
  },
  'a file of a deleted record stays': {
    code: 'file.ofDeletedStays',
    fr: 'Un fichier d’un enregistrement supprimé reste\u00a0: {path}',
    en: 'A file of a deleted record stays: {path}',
  },
  'the data folder holds records that this database does not know; they stay': {
    code: 'file.unknownRecords',
    fr: 'Le dossier des données contient des enregistrements que cette base ne connaît pas\u00a0; ils restent ({files} fichiers)',
    en: 'The data folder holds records that this database does not know; they stay ({files} files)',
  },
  'a file of no record is removed': {
    code: 'file.orphanRemoved',
    fr: 'Un fichier sans enregistrement est enlevé\u00a0: {path}',
    en: 'A file of no record is removed: {path}',
  },
  'the original of a record was purged': {
    code: 'record.originalPurged',
    fr: 'L’original d’un enregistrement a été purgé.',
    en: 'The original of a record was purged.',
  },
  'a purged original stays until the next start': {
    code: 'record.purgedOriginalStays',
    fr: 'Un original purgé reste sur le disque jusqu’au prochain démarrage.',
    en: 'A purged original stays on the disk until the next start.',
  },
  'a file of no record stays': {
    code: 'file.orphanStays',
    fr: 'Un fichier sans enregistrement reste\u00a0: {path}',
    en: 'A file of no record stays: {path}',
  },
  'an upload that rested too long is removed': {
    code: 'upload.expired',
    fr: 'Un envoi interrompu depuis 7 jours est enlevé\u00a0: {uid}',
    en: 'An upload that rested for 7 days is removed: {uid}',
  },
  'bytes of no upload are removed': {
    code: 'upload.orphan',
    fr: 'Les octets d’aucun envoi sont enlevés\u00a0: {name}',
    en: 'Bytes of no upload are removed: {name}',
  },
  'uploads were not swept': {
    code: 'upload.notSwept',
    fr: 'Les envois interrompus n’ont pas été nettoyés',
    en: 'Unfinished uploads were not swept',
  },
  'a journal of no record is set aside': {
    code: 'journal.setAside',
    fr: 'Un journal sans enregistrement est mis de côté\u00a0: {path}',
    en: 'A journal of no record is set aside: {path}',
  },
  'what records answer was not looked at': {
    code: 'analysis.notLookedAt',
    fr: 'Les résultats des enregistrements n’ont pas été vérifiés\u00a0: {error}',
    en: 'What records answer was not looked at: {error}',
  },
  'a journal of no record stays': {
    code: 'journal.orphanStays',
    fr: 'Un journal sans enregistrement reste\u00a0: {path}',
    en: 'A journal of no record stays: {path}',
  },
} as const;
