import type { Tallied, Translated } from '@sillage/contract';

/** What is counted instead of logged each time. */
export const tallyWords: Record<Tallied, Translated> = {
  'block.refused': { fr: 'Blocs refusés', en: 'Blocks refused' },
  'block.dropped': { fr: 'Blocs lâchés avant leur enregistrement', en: 'Blocks dropped before their record' },
  'block.notWritten': { fr: 'Blocs que le disque n’a pas pris', en: 'Blocks that the disk did not take' },
  'meta.refused': { fr: 'Descriptions de capteurs refusées', en: 'Descriptions of devices refused' },
  'status.refused': { fr: 'États de capteurs refusés', en: 'States of devices refused' },
  'answer.refused': { fr: 'Réponses de capteurs refusées', en: 'Answers of devices refused' },
  'record.refused': {
    fr: 'Enregistrements impossibles dans la mémoire d’un capteur',
    en: 'Records in the memory of a device that cannot be',
  },
  'login.refused': { fr: 'Connexions de capteurs refusées', en: 'Logins of devices refused' },
  'connection.takenOver': { fr: 'Connexions remplacées par une autre', en: 'Connections taken over by another' },
  'connection.atLimit': { fr: 'Connexions en trop', en: 'Connections beyond the limit' },
  'packet.refused': { fr: 'Paquets refusés', en: 'Packets refused' },
  'request.refused': { fr: 'Demandes en trop refusées', en: 'Too many requests refused' },
  'socket.refused': { fr: 'Abonnements refusés', en: 'Subscriptions refused' },
  'journal.syncFailed': {
    fr: 'Écritures que le disque n’a pas confirmées',
    en: 'Writes that the disk did not confirm',
  },
};

/** Values of fields that are words of the program. */
export const valueWords: Readonly<Record<string, Translated>> = {
  ok: { fr: 'suffisante', en: 'enough' },
  low: { fr: 'faible', en: 'low' },
  full: { fr: 'épuisée', en: 'none' },
  decode: { fr: 'décodage', en: 'decoding' },
  'backup.export': { fr: 'sauvegarde', en: 'backup' },
  'backup.restore': { fr: 'restauration', en: 'restoring' },
  app: { fr: 'application', en: 'app' },
  hub: { fr: 'mallette', en: 'hub' },
  poweroff: { fr: 'extinction', en: 'power off' },
};
