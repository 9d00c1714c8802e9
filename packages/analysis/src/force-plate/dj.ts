import { integrateSamples, stillestWindows } from '@sillage/signal';
import { defineAnalysis, isRefused, type NoValue, type Phase } from '../analysis.ts';
import { edgeParameter, numberParameter, output } from '../describe.ts';
import { sampleAt } from '../sample-at.ts';
import type { Notice } from '../sentences.ts';
import { type Contact, findContacts } from './find-contacts.ts';
import { extremeOf } from './find-onset.ts';
import { djFormulas } from './jump-formulas.ts';
import { jumpOutputs } from './jump-outputs.ts';
import { jumpEdges, leastFlightSeconds, plateParameters } from './plate-parameters.ts';
import { forceRoles, type PlateForce, wholeForce } from './whole-force.ts';

/** s: a longer contact is a stop, no rebound. */
const longestContactSeconds = 1.5;
const leastWeight = 200;
const { heightImpulse, heightFlight, flightTime, weight, mass, velocityTakeOff, peakForce } = jumpOutputs;
const rebound = ['du toucher au décollage', 'touch-down to take-off'] as const;

/** Drop jump on a force plate. */
export const dj = defineAnalysis({
  id: 'dj',
  version: 1,
  name: { fr: 'Saut en contrebas (DJ)', en: 'Drop jump (DJ)' },
  about: {
    fr: 'Temps de contact, hauteur et réactivité d’un rebond après une chute.',
    en: 'Contact time, height and reactivity of a rebound after a drop.',
  },
  serves: { scenarios: ['DjScenario'], sports: [], exercises: /\bdj\b|drop ?-?jump|contrebas/ },
  rows: 'samples',
  inputs: forceRoles,
  parameters: {
    gravity: plateParameters.gravity,
    flightThreshold: plateParameters.flightThreshold,
    boxHeight: numberParameter(
      ['Hauteur de la caisse', 'Box height'],
      ...(['m', null, [0.05, 2], 'of the test; the drop is measured from the landing where that is recorded'] as const),
    ),
    bodyMass: numberParameter(
      ['Masse de l’athlète', 'Mass of the athlete'],
      ...(['kg', null, [20, 250], 'of the athlete; weighed after the landing unless given'] as const),
    ),
    touchDownAt: edgeParameter('touchDown', ['Toucher, à la main', 'Touch-down, by hand']),
    takeOffAt: jumpEdges.takeOffAt,
    landingAt: jumpEdges.landingAt,
  },
  presets: [],
  explained: djFormulas,
  outputs: {
    contactTime: output(
      ['Temps de contact', 'Contact time'],
      ...(['s', 3] as const),
      ['force au-dessus du seuil', 'force above the threshold'],
      ['Du toucher au décollage.', 'From touch-down to take-off.'],
      'Young 1995',
      { better: 'lower' },
    ),
    ...{ flightTime, heightFlight },
    rsi: output(
      ['RSI', 'RSI'],
      ...(['m/s', 2] as const),
      ['hauteur (temps de vol) ÷ temps de contact', 'height (flight time) ÷ contact time'],
      ['Hauteur gagnée par seconde de contact.', 'Height gained per second of contact.'],
      'Young 1995; Flanagan & Comyns 2008',
      { better: 'higher' },
    ),
    rsr: output(
      ['RSR', 'RSR'],
      ...(['1', 2] as const),
      ['temps de vol ÷ temps de contact', 'flight time ÷ contact time'],
      ['Temps en l’air pour un temps au sol.', 'Time in the air for a time on the ground.'],
      'Flanagan & Comyns 2008',
      { better: 'higher' },
    ),
    ...{ heightImpulse, velocityTakeOff },
    velocityTouchDown: output(
      ['Vitesse au toucher', 'Touch-down velocity'],
      ...(['m/s', 2] as const),
      [
        'intégration depuis la position debout finale, ou √(2·g·caisse)',
        'integration from the final standing, or √(2·g·box)',
      ],
      ['Vitesse de descente au toucher.', 'Downward velocity at touch-down.'],
      'McMahon 2021',
    ),
    dropHeight: output(
      ['Hauteur de chute effective', 'Effective drop height'],
      ...(['m', 3] as const),
      ['v²/2g de la vitesse au toucher', 'v²/2g of the touch-down velocity'],
      ['De combien l’athlète est vraiment tombé.', 'How far the athlete really fell.'],
      'McMahon 2021',
    ),
    brakingTime: output(
      ['Durée de freinage', 'Braking time'],
      ...(['s', 3] as const),
      ['toucher → vitesse nulle', 'touch-down → zero velocity'],
      ['Du toucher au point bas.', 'From touch-down to the lowest point.'],
      'McMahon 2018',
    ),
    propulsionTime: output(
      ['Durée de propulsion', 'Propulsion time'],
      ...(['s', 3] as const),
      ['vitesse nulle → décollage', 'zero velocity → take-off'],
      ['Du point bas au décollage.', 'From the lowest point to take-off.'],
      'McMahon 2018',
    ),
    depth: output(
      ['Profondeur', 'Depth'],
      ...(['m', 3] as const),
      ['double intégration', 'double integration'],
      ['Point le plus bas, depuis le toucher.', 'Lowest point, from touch-down.'],
      'McMahon 2018',
    ),
    stiffness: output(
      ['Raideur verticale', 'Vertical stiffness'],
      ...(['kN/m', 2] as const),
      ['force maximale ÷ profondeur', 'peak force ÷ depth'],
      ['Force par mètre de descente.', 'Force per metre of descent.'],
      'Morin 2005',
    ),
    peakForce: { ...peakForce, method: { fr: rebound[0], en: rebound[1] } },
    ...{ weight, mass },
  },
  find(columns, asked) {
    const plate = wholeForce(columns);
    if (isRefused(plate)) return plate;
    const found = findRebound(plate, asked.flightThreshold);
    if (found === undefined) {
      return { refused: 'noRebound', numbers: { seconds: leastFlightSeconds, threshold: asked.flightThreshold } };
    }
    const times = plate.timesSeconds;
    const touchDown = asked.touchDownAt === null ? found.from : sampleAt(times, asked.touchDownAt);
    const takeOff = asked.takeOffAt === null ? found.to : sampleAt(times, asked.takeOffAt);
    const landing = asked.landingAt === null ? found.landing : sampleAt(times, asked.landingAt);
    if (takeOff <= touchDown || (landing !== undefined && landing <= takeOff)) {
      return { refused: 'noRebound', numbers: { seconds: leastFlightSeconds, threshold: asked.flightThreshold } };
    }
    const contact = { from: touchDown, to: takeOff };
    const contactTime = times[takeOff]! - times[contact.from]!;
    const flown = landing === undefined ? undefined : times[landing]! - times[takeOff]!;
    const height = flown === undefined ? undefined : (asked.gravity * flown ** 2) / 8;
    const noLanding = { reason: 'noLandingRecorded' } as const;
    const moved = followRebound(plate, contact, landing, asked);
    const phase = (name: string, from: number, to: number): Phase => ({ name, from: times[from]!, to: times[to]! });
    return {
      values: {
        contactTime,
        flightTime: flown ?? noLanding,
        heightFlight: height ?? noLanding,
        rsi: height === undefined ? noLanding : height / contactTime,
        rsr: flown === undefined ? noLanding : flown / contactTime,
        peakForce: plate.total[extremeOf(plate.total, contact.from, contact.to, 1)]!,
        ...moved.values,
      },
      phases: [
        phase('contact', contact.from, contact.to),
        ...(landing === undefined ? [] : [phase('flight', contact.to, landing)]),
      ],
      events: [
        { name: 'touchDown', at: times[contact.from]! },
        { name: 'takeOff', at: times[contact.to]! },
        ...(landing === undefined ? [] : [{ name: 'landing', at: times[landing]! }]),
      ],
      warnings: moved.warnings,
    };
  },
});

/** The first contact that comes from the air and ends in a flight. */
function findRebound(
  { total, rateHz }: PlateForce,
  threshold: number,
): (Contact & { landing: number | undefined }) | undefined {
  const contacts = findContacts(total, rateHz, threshold);
  const last = total.findLastIndex((force) => force >= threshold);
  for (const [i, contact] of contacts.entries()) {
    const next = contacts[i + 1]?.from ?? (last > contact.to ? firstLoaded(total, contact.to, threshold) : undefined);
    const flight = (next ?? total.length) - contact.to;
    const isRebound = contact.to - contact.from <= longestContactSeconds * rateHz;
    if (isRebound && flight >= leastFlightSeconds * rateHz) return { ...contact, landing: next };
  }
  return undefined;
}

/** The last contact of a recording has no end; its beginning is after the last flight. */
function firstLoaded(total: Float64Array, after: number, threshold: number): number | undefined {
  const at = total.subarray(after).findIndex((force) => force >= threshold);
  return at < 0 ? undefined : after + at;
}

interface Asked {
  readonly gravity: number;
  readonly boxHeight: number | null;
  readonly bodyMass: number | null;
}

/** What needs the weight, and the velocity at touch-down. */
function followRebound(
  { total, timesSeconds, rateHz }: PlateForce,
  contact: Contact,
  landing: number | undefined,
  asked: Asked,
) {
  const window = landing === undefined ? undefined : standingAfter(total, landing, rateHz);
  const standing = window?.mean ?? (asked.bodyMass === null ? undefined : asked.bodyMass * asked.gravity);
  const warnings: Notice[] = [];
  if (standing === undefined) return { values: allMissing({ reason: 'notWeighed' }), warnings };
  const mass = standing / asked.gravity;
  const end = window?.from ?? contact.to;
  const gap = total.subarray(contact.from, end).some((force) => !Number.isFinite(force));
  if (gap) return { values: { ...allMissing({ reason: 'samplesMissing' }), weight: standing, mass }, warnings };
  const acceleration = total.map((force) => (force - standing) / mass);
  const gained = integrateSamples(timesSeconds, acceleration, { from: contact.from, to: end });
  const start = window
    ? -gained.at(-1)!
    : asked.boxHeight === null
      ? undefined
      : -Math.sqrt(2 * asked.gravity * asked.boxHeight);
  if (start === undefined) {
    const missing = allMissing({ reason: 'notGiven', parameters: ['boxHeight'] });
    return { values: { ...missing, weight: standing, mass }, warnings };
  }
  const length = contact.to - contact.from;
  const velocity = gained.subarray(0, length).map((speed) => speed + start);
  const height = integrateSamples(timesSeconds.subarray(contact.from, contact.to), velocity, { from: 0, to: length });
  let lowest = 0;
  while (lowest < length - 1 && velocity[lowest]! < 0) lowest++;
  const depth = height[lowest]!;
  const speed = velocity.at(-1)!;
  const seconds = (from: number, to: number) => timesSeconds[contact.from + to]! - timesSeconds[contact.from + from]!;
  const peak = total[extremeOf(total, contact.from, contact.to, 1)]!;
  const values = {
    heightImpulse: speed > 0 ? speed ** 2 / (2 * asked.gravity) : ({ reason: 'notReached' } as const),
    velocityTakeOff: speed,
    velocityTouchDown: start,
    dropHeight: start ** 2 / (2 * asked.gravity),
    brakingTime: seconds(0, lowest),
    propulsionTime: seconds(lowest, length),
    depth,
    stiffness: depth < 0 ? peak / -depth / 1000 : ({ reason: 'notReached' } as const),
    weight: standing,
    mass,
  };
  return { values, warnings };
}

function standingAfter(total: Float64Array, landing: number, rateHz: number) {
  const samples = Math.round(rateHz);
  const range = { from: landing, to: total.length, samples };
  return stillestWindows(total, range, (mean, least) => mean >= leastWeight && least >= mean / 2).at(0);
}

function allMissing(none: NoValue<'boxHeight'>) {
  return {
    ...{ heightImpulse: none, velocityTakeOff: none, velocityTouchDown: none, dropHeight: none, brakingTime: none },
    ...{ propulsionTime: none, depth: none, stiffness: none, weight: none, mass: none },
  };
}
