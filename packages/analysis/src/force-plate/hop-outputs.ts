import { output } from '../describe.ts';

const ofHops = ['moyenne des sauts, premier et dernier exclus', 'mean of the hops, first and last excluded'] as const;
const harper = 'Harper 2011';

/** What a series of hops answers. */
export const hopOutputs = {
  hops: output(
    ['Sauts', 'Hops'],
    ...(['1', 0] as const),
    ['contacts suivis d’un vol', 'contacts that end in a flight'],
    ['Sauts comptés, premier et dernier exclus.', 'Hops that count, first and last excluded.'],
    harper,
  ),
  contactTime: output(
    ['Temps de contact', 'Contact time'],
    ...(['s', 3] as const),
    ofHops,
    ['Temps moyen au sol.', 'Mean time on the ground.'],
    'Young 1995',
    { better: 'lower' },
  ),
  contactTimeDeviation: output(
    ['Régularité du contact', 'Evenness of the contact'],
    ...(['s', 3] as const),
    ['écart-type des sauts', 'standard deviation of the hops'],
    ['De combien le temps de contact varie.', 'How much the contact time varies.'],
    harper,
    { better: 'lower' },
  ),
  flightTime: output(
    ['Temps de vol', 'Flight time'],
    ...(['s', 3] as const),
    ofHops,
    ['Temps moyen en l’air.', 'Mean time in the air.'],
    'Linthorne 2001',
    { better: 'higher' },
  ),
  height: output(
    ['Hauteur moyenne', 'Mean height'],
    ...(['m', 3] as const),
    ['g·t²/8 des temps de vol', 'g·t²/8 of the flight times'],
    ['Hauteur moyenne des sauts.', 'Mean height of the hops.'],
    'Linthorne 2001',
    { better: 'higher', frame: 'takeOff' },
  ),
  rsi: output(
    ['RSI moyen', 'Mean RSI'],
    ...(['m/s', 2] as const),
    ['hauteur ÷ temps de contact', 'height ÷ contact time'],
    ['Hauteur gagnée par seconde de contact.', 'Height gained per second of contact.'],
    'Young 1995',
    { better: 'higher' },
  ),
  rsiBest5: output(
    ['RSI des 5 meilleurs', 'RSI of the best 5'],
    ...(['m/s', 2] as const),
    ['moyenne des 5 plus grands RSI (10/5)', 'mean of the 5 largest RSI (10/5)'],
    ['Le test 10/5 : les 5 meilleurs de 10.', 'The 10/5 test: the best 5 of 10.'],
    harper,
    { better: 'higher' },
  ),
  frequency: output(
    ['Fréquence', 'Frequency'],
    ...(['Hz', 2] as const),
    ['1 ÷ (contact + vol)', '1 ÷ (contact + flight)'],
    ['Sauts par seconde.', 'Hops a second.'],
    harper,
  ),
  stiffness: output(
    ['Raideur verticale (temps)', 'Vertical stiffness (times)'],
    ...(['kN/m', 1] as const),
    ['des temps de contact et de vol', 'of contact and flight times'],
    [
      'Force par mètre de descente, si la force est une demi-sinusoïde.',
      'Force per metre of descent, if the force is half a sine.',
    ],
    'Dalleau 2004; Morin 2005',
    { better: 'higher' },
  ),
  peakForce: output(
    ['Force maximale (temps)', 'Peak force (times)'],
    ...(['N', 0] as const),
    ['m·g·π/2·(vol ÷ contact + 1)', 'm·g·π/2·(flight ÷ contact + 1)'],
    [
      'La plus grande force d’un contact, si la force est une demi-sinusoïde.',
      'Peak force of a contact, if the force is half a sine.',
    ],
    'Morin 2005',
  ),
} as const;
