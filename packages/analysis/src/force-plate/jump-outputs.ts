import { output } from '../describe.ts';

/** Heights and times that every jump has. */
export const jumpOutputs = {
  heightImpulse: output(
    ['Hauteur (impulsion)', 'Height (impulse)'],
    ...(['m', 3] as const),
    ['v²/2g de la vitesse au décollage', 'v²/2g of the take-off velocity'],
    ['De combien le centre de gravité monte après le décollage.', 'How far the centre of mass rises after take-off.'],
    'Linthorne 2001',
    { better: 'higher', frame: 'takeOff' },
  ),
  heightFlight: output(
    ['Hauteur (temps de vol)', 'Height (flight time)'],
    ...(['m', 3] as const),
    ['g·t²/8 du temps de vol', 'g·t²/8 of the flight time'],
    [
      'De combien le centre de gravité monte, d’après la durée du vol.',
      'How far the centre of mass rises, from the flight time.',
    ],
    'Linthorne 2001',
    { better: 'higher', frame: 'takeOff' },
  ),
  flightTime: output(
    ['Temps de vol', 'Flight time'],
    ...(['s', 3] as const),
    ['force sous le seuil', 'force below the threshold'],
    ['Du décollage à la réception.', 'From take-off to landing.'],
    'Linthorne 2001',
    { better: 'higher' },
  ),
  weight: output(
    ['Poids', 'Weight'],
    ...(['N', 1] as const),
    ['force moyenne debout', 'mean force while standing'],
    [
      'Force moyenne de la seconde la plus calme, charge comprise.',
      'Mean force of the stillest second, any load included.',
    ],
    'McMahon 2018',
  ),
  mass: output(
    ['Masse', 'Mass'],
    ...(['kg', 1] as const),
    ['poids ÷ pesanteur', 'weight ÷ gravity'],
    ['De l’athlète et de sa charge.', 'Of the athlete and any load.'],
    'McMahon 2018',
  ),
  velocityTakeOff: output(
    ['Vitesse au décollage', 'Take-off velocity'],
    ...(['m/s', 2] as const),
    ['intégration de la force nette', 'integration of the net force'],
    ['Vitesse à la dernière mesure au-dessus du seuil.', 'Velocity at the last sample above the threshold.'],
    'Linthorne 2001',
    { better: 'higher' },
  ),
  peakForce: output(
    ['Force maximale', 'Peak force'],
    ...(['N', 0] as const),
    ['avant le décollage', 'before take-off'],
    ['La plus grande force de la poussée.', 'The largest force of the push.'],
    'McMahon 2018',
    { better: 'higher' },
  ),
  peakPower: output(
    ['Puissance maximale', 'Peak power'],
    ...(['W', 0] as const),
    ['force au sol × vitesse', 'force on the plate × velocity'],
    ['La plus grande puissance de la poussée.', 'The largest power of the push.'],
    'Owen 2014',
    { better: 'higher' },
  ),
  meanPower: output(
    ['Puissance moyenne de propulsion', 'Mean propulsive power'],
    ...(['W', 0] as const),
    ['moyenne de la poussée', 'mean of the push'],
    ['Puissance moyenne pendant la propulsion.', 'Mean power during propulsion.'],
    'Owen 2014',
    { better: 'higher' },
  ),
  propulsionTime: output(
    ['Durée de propulsion', 'Propulsion time'],
    ...(['s', 3] as const),
    ['début de la poussée → décollage', 'start of the push → take-off'],
    ['Du début de la poussée au décollage.', 'From the start of the push to take-off.'],
    'McMahon 2018',
  ),
} as const;
