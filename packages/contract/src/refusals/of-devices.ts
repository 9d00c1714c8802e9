import type { RefusalKind } from './refusal-kind.ts';

/** Of devices, what they run and what is sent to them. */
export const refusalsOfDevices = {
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
  'scenario.noTrial': {
    status: 409,
    fr: 'Cet essai n’est plus en cours.',
    en: 'This trial is no longer under way.',
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
  'scenario.noJail': {
    status: 409,
    fr: 'Ce serveur exige l’isolement complet des programmes Python, et il y manque\u00a0: {missing}. Sous Linux, installez util-linux (unshare, setpriv) et donnez au serveur le droit de s’en servir, ou levez l’exigence dans Réglages, Serveur.',
    en: 'This server requires programs in Python to be fully isolated, and this is missing: {missing}. On Linux, install util-linux (unshare, setpriv) and give the server the right to use it, or lift the requirement in Settings, Server.',
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
} as const satisfies Record<string, RefusalKind>;
