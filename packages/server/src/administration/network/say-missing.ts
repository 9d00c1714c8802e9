import { type Refusal, refuse, type Translated } from '@sillage/contract';

const byHand: Translated = {
  fr: 'Le réseau se règle sur la machine elle-même\u00a0; les capteurs continuent avec les réseaux qu’ils connaissent.',
  en: 'Its network is set on the machine itself; devices go on with the networks that they know.',
};
const byPhone: Translated = {
  fr: 'Une ceinture cardio peut entrer par un téléphone\u00a0: ouvrez-y la page Capteur.',
  en: 'A heart rate belt can come in by a phone: open the page Sensor there.',
};

/** What a machine may lack, and what works instead. */
const lacks = {
  cloud: {
    missing: {
      fr: 'Ce serveur est un cloud\u00a0: il n’a pas de réseau à lui.',
      en: 'This server is a cloud: it has no network of its own.',
    },
    instead: { fr: 'Le réseau se règle sur chaque mallette.', en: 'The network is set on each hub.' },
  },
  linux: {
    missing: {
      fr: 'Le réseau de cette machine ne se règle d’ici que sous Linux.',
      en: 'The network of this machine can be set from here on Linux only.',
    },
    instead: byHand,
  },
  bluetoothOnLinux: {
    missing: {
      fr: 'Le Bluetooth de cette machine ne se lit d’ici que sous Linux.',
      en: 'The Bluetooth of this machine can be read from here on Linux only.',
    },
    instead: byPhone,
  },
  networkManager: {
    missing: {
      fr: 'NetworkManager n’est pas installé sur cette machine.',
      en: 'NetworkManager is not installed on this machine.',
    },
    instead: byHand,
  },
  networkManagerRunning: {
    missing: {
      fr: 'NetworkManager ne répond pas, comme dans un conteneur.',
      en: 'NetworkManager does not answer, as in a container.',
    },
    instead: byHand,
  },
  wifiCard: {
    missing: { fr: 'Cette machine n’a pas de carte Wi-Fi.', en: 'This machine has no Wi-Fi card.' },
    instead: {
      fr: 'Les téléphones et les capteurs passent par le réseau auquel elle est reliée.',
      en: 'Phones and devices come by the network that it is connected to.',
    },
  },
  hotspot: {
    missing: { fr: 'Cette machine n’a pas de point d’accès.', en: 'This machine has no hotspot.' },
    instead: {
      fr: 'Reliez les téléphones et les capteurs au même réseau qu’elle.',
      en: 'Connect phones and devices to the network that it is on.',
    },
  },
  rights: {
    missing: {
      fr: 'Ce service n’a pas le droit de régler le réseau de la machine.',
      en: 'This service may not set the network of the machine.',
    },
    instead: byHand,
  },
  bluez: {
    missing: {
      fr: 'BlueZ n’est pas installé sur cette machine.',
      en: 'BlueZ is not installed on this machine.',
    },
    instead: byPhone,
  },
  bluezRunning: {
    missing: { fr: 'BlueZ ne répond pas, comme dans un conteneur.', en: 'BlueZ does not answer, as in a container.' },
    instead: byPhone,
  },
  adapter: {
    missing: { fr: 'Cette machine n’a pas d’adaptateur Bluetooth.', en: 'This machine has no Bluetooth adapter.' },
    instead: byPhone,
  },
} as const satisfies Record<string, { missing: Translated; instead: Translated }>;

/** The refusal of what this machine cannot do. */
export const lacking = (what: keyof typeof lacks): Refusal => refuse('machine.notAvailableHere', lacks[what]);
