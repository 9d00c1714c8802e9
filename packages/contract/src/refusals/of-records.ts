import type { RefusalKind } from './refusal-kind.ts';

/** Of what is done to records and their selections. */
export const refusalsOfRecords = {
  'buffer.nothingThen': {
    status: 409,
    fr: 'De ce capteur, rien n’a été gardé de ce moment.',
    en: 'Nothing of that time was kept of this device.',
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
    fr: 'Un film n’a pas de mesures. Calez-le sur un enregistrement, puis ouvrez celui-ci.',
    en: 'A film has no samples. Align it with a record, then open that one.',
  },
  'record.noVideo': {
    status: 409,
    fr: 'Cet enregistrement n’est pas un film.',
    en: 'This record is no film.',
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
    fr: 'Faces trouvées au repos\u00a0: {found} sur 6, il manque {missing}. Posez le capteur 1 s sur chaque face, ou élargissez la fenêtre.',
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
    fr: 'Le programme s’est arrêté deux fois pendant le décodage\u00a0: il ne le relance plus de lui-même. Les mesures sont gardées. Relancez le décodage\u00a0; si cela se reproduit, signalez-le à un administrateur.',
    en: 'The program ended twice while it decoded this record: it does not try again by itself. The samples are kept. Decode again; if it comes back, report it to an administrator.',
  },
  'record.tooLargeToDecode': {
    status: 409,
    fr: 'Le décodage de cet enregistrement demande plus de mémoire que permis. Les mesures sont gardées\u00a0; envoyez le fichier en plusieurs parties ou signalez-le à un administrateur.',
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
} as const satisfies Record<string, RefusalKind>;
