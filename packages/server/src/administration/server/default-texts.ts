import type { ServerSettings } from '@sillage/contract';

/** ISO day on which the terms below were written; another text, another day. */
export const defaultTermsDate = '2026-11-21';

/** What a server says until its administrator writes texts of its own: true of the program as it is delivered. */
export const defaultTexts: Pick<ServerSettings, 'terms' | 'notice'> = {
  terms: {
    fr: `Ce que Sillage mesure
Les capteurs que vous portez, ou qui équipent votre matériel, enregistrent des mouvements, des forces, des vitesses et, s’ils ont un GPS, des positions. Une mesure commence quand un enregistrement est lancé et se termine quand il est arrêté.

Ce que Sillage conserve
Votre compte (nom, prénom, adresse e-mail, rôle, groupes, langue), vos enregistrements avec leurs commentaires et leurs sélections, et le journal technique du serveur. Votre mot de passe n’est conservé que sous une forme qui ne permet pas de le relire. Rien n’est vendu, et aucune publicité n’est affichée.

Où sont les données
Sur ce serveur : une mallette, ou un ordinateur que votre club a choisi. Sillage ne les envoie nulle part ailleurs.

Qui les voit
Vous, les entraîneurs de vos groupes, les responsables de votre club et les administrateurs de ce serveur. Les autres clubs ne les voient pas.

Combien de temps
Aussi longtemps que votre club utilise Sillage, ou jusqu’à leur suppression. Une suppression est définitive sur ce serveur\u00a0; les sauvegardes que le club a faites auparavant peuvent encore contenir les données.

Vos droits
Vous pouvez lire, faire corriger, recevoir sous un format ouvert et faire supprimer les données qui vous concernent. Adressez-vous au responsable de votre club. En France, vous pouvez aussi saisir la CNIL (cnil.fr).

Votre usage
Gardez votre mot de passe pour vous. N’enregistrez une personne qu’avec son accord\u00a0; pour un mineur, avec celui de ses parents.

Limites
Sillage aide à l’entraînement. Ses mesures ne sont ni un avis médical ni un contrôle officiel.`,
    en: `What Sillage measures
The devices that you wear, or that your equipment carries, record movements, forces, speeds and, if they have a GPS, positions. A measurement begins when a record is started and ends when it is stopped.

What Sillage keeps
Your account (name, email address, role, groups, language), your records with their comments and selections, and the technical log of the server. Your password is only kept in a form that cannot be read back. Nothing is sold, and no advertisement is shown.

Where the data are
On this server: a hub, or a computer that your club has chosen. Sillage sends them nowhere else.

Who sees them
You, the coaches of your groups, the managers of your club and the administrators of this server. Other clubs do not see them.

For how long
As long as your club uses Sillage, or until they are deleted. A deletion is final on this server; backups that the club made before may still hold the data.

Your rights
You may read, have corrected, receive in an open format and have deleted the data about you. Ask the manager of your club. In France you may also turn to the CNIL (cnil.fr).

Your use
Keep your password to yourself. Record a person only with their consent; a minor, with that of the parents.

Limits
Sillage helps with training. Its measurements are neither medical advice nor an official control.`,
  },
  notice: {
    fr: `Sillage mesure le sport\u00a0: des capteurs, une mallette au bord de l’eau ou de la piste, une application pour les athlètes et les entraîneurs.

Sillage est un logiciel libre sous licence MIT\u00a0: chacun peut l’utiliser, l’étudier, le modifier et le redistribuer. Il est fourni sans garantie.

Une question, une erreur, une demande sur vos données\u00a0: adressez-vous au responsable de votre club. Il indique ici, s’il le souhaite, comment le joindre.`,
    en: `Sillage measures sport: devices, a hub beside the water or the track, an app for athletes and coaches.

Sillage is free software under the MIT licence: everyone may use it, study it, change it and pass it on. It comes without warranty.

A question, an error, a request about your data: ask the manager of your club, who may say here how to be reached.`,
  },
};
