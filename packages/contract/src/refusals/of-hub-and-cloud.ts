import type { RefusalKind } from './refusal-kind.ts';

/** Of what a hub and a cloud exchange, and of the machine of a hub. */
export const refusalsOfHubAndCloud = {
  'backend.wrongKind': {
    status: 406,
    fr: 'Cette action n’existe pas sur ce serveur ({kind}).',
    en: 'This action does not exist on this server ({kind}).',
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
  'certificate.none': {
    status: 404,
    fr: 'Ce serveur n’a pas de certificat à lui\u00a0: son accès https est désactivé.',
    en: 'This server has no certificate of its own: its https access is off.',
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
  'sync.cloudFull': {
    status: 503,
    fr: 'Le disque du cloud est plein\u00a0: l’original attend ici, et partira quand il y aura de la place.',
    en: 'The disk of the cloud is full: the original waits here, and is sent once there is room.',
  },
  'sync.clubStays': {
    status: 409,
    fr: 'Ce client n’envoie pas ses originaux au cloud. Un administrateur du cloud l’active dans Clients, colonne Cloud.',
    en: 'This client does not send its originals to the cloud. An administrator of the cloud turns it on under Clients, column Cloud.',
  },
  'sync.sameServer': {
    status: 409,
    fr: 'Cette mallette est déjà reliée au cloud sous un autre nom, ou ses données sont la copie de celles d’une autre mallette. Révoquez l’autre code, ou repartez d’un dossier de données vide.',
    en: 'This hub is linked to the cloud under another name already, or its data is a copy of another hub’s. Revoke the other code, or start from an empty data folder.',
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
  'sync.otherOriginal': {
    status: 409,
    fr: 'Le cloud a déjà un autre original de cet enregistrement. Renvoyez-le pour le remplacer.',
    en: 'The cloud already has another original of this record. Send it again to replace that one.',
  },
  'sync.damagedInCloud': {
    status: 409,
    fr: 'La copie du cloud n’est plus celle qui lui avait été envoyée\u00a0: elle ne revient pas d’ici. Rétablissez ce fichier depuis une sauvegarde du cloud.',
    en: 'The copy in the cloud is no longer what was sent to it, and is not brought back. Restore this file from a backup of the cloud.',
  },
  'sync.notInCloud': {
    status: 404,
    fr: 'Le cloud n’a pas encore l’original de cet enregistrement. Il viendra dès qu’il y sera.',
    en: 'The cloud does not have the original of this record yet. It comes as soon as it is there.',
  },
  'sync.copyGone': {
    status: 404,
    fr: 'Cette copie remplacée n’est plus gardée\u00a0: elle l’est 30 jours. Rechargez le registre.',
    en: 'This replaced copy is no longer kept: it is for 30 days. Reload the ledger.',
  },
  'sync.paused': {
    status: 403,
    fr: 'Les échanges de cette mallette avec le cloud sont suspendus. Un administrateur les reprend dans Mallettes, colonne Cloud.',
    en: 'The exchanges of this hub with the cloud are paused. An administrator resumes them under Hubs, column Cloud.',
  },
  'sync.freedHere': {
    status: 409,
    fr: 'Cet original est au cloud\u00a0: faites-le revenir depuis Synchronisation, plutôt que de le redemander au capteur.',
    en: 'This original is in the cloud: bring it back under Synchronisation rather than ask the device again.',
  },
  'sync.deletionStays': {
    status: 409,
    fr: 'Une suppression écartée ne se rétablit pas d’ici. Supprimez la ligne elle-même, si c’est ce que vous voulez.',
    en: 'A deletion that was set aside is not restored from here. Delete the row itself if that is what you want.',
  },
  'sync.changedSince': {
    status: 409,
    fr: 'Ce texte a été modifié depuis que cette page l’a montré. Relisez-le avant de rétablir l’autre.',
    en: 'This text was edited since this page showed it. Read it again before you restore the other one.',
  },
  'sync.metered': {
    status: 409,
    fr: 'La liaison est comptée\u00a0: les lignes partent, les originaux attendent.',
    en: 'The link is metered: rows are sent, originals wait.',
  },
  'sync.stillHashing': {
    status: 503,
    fr: 'Le cloud relit encore cet original, qui est long\u00a0: nouvel essai dans un instant.',
    en: 'The cloud is still reading this original, which is long: tried again in a moment.',
  },
  'sync.withheld': {
    status: 409,
    fr: 'Quelqu’un l’a retiré de l’envoi\u00a0: il reste ici.',
    en: 'Somebody took it out of what is sent: it stays here.',
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
  'sync.notYet': {
    status: 409,
    fr: 'Le cloud ne connaît pas encore ce dont dépend cette ligne. Elle est redite dès qu’il en sait plus.',
    en: 'The cloud does not know yet what this row hangs on. It is told again as soon as it knows more.',
  },
  'sync.unfit': {
    status: 422,
    fr: 'Le cloud n’accepte pas une valeur de cette ligne. Mettez à jour le plus ancien des deux\u00a0: elle sera essayée de nouveau.',
    en: 'The cloud does not take a value of this row. Update the older of the two: it is tried again.',
  },
  'sync.ofTheFuture': {
    status: 422,
    fr: 'Cette modification est datée de plus de trois ans dans le futur. Réglez l’heure de la mallette, puis modifiez de nouveau.',
    en: 'This edit is dated more than three years ahead. Set the clock of the hub, then edit once more.',
  },
  'sync.unknownTable': {
    status: 422,
    fr: 'Le cloud ne connaît pas cette sorte de données.',
    en: 'The cloud does not know this kind of data.',
  },
} as const satisfies Record<string, RefusalKind>;
