import { estimateOrientation, meanAndDeviation, type Orientations } from '@sillage/signal';
import { type Column, defineAnalysis } from '../analysis.ts';
import { numberParameter } from '../describe.ts';
import { axis, curveOf } from '../figures/figure.ts';
import { accelerationRoles, rotationRoles } from './inertial-roles.ts';
import { orientationOutputs } from './orientation-outputs.ts';
import { orientationFormulas } from './sensor-formulas.ts';

const degrees = 180 / Math.PI;
const leastSamples = 20;
/** rad/s; by how much directions pull: with a magnetometer (Laidig 2021), and without one. */
const [betaWithField, betaWithout] = [0.12, 0.03];

const field = (name: 'x' | 'y' | 'z') => ({
  ...{ name: { fr: `champ magnétique ${name}`, en: `magnetic field ${name}` }, unit: 'µT' },
  ...{ spelled: new RegExp(`^m(ag)?_?${name}$`), optional: true as const },
});
const reference = (name: 'w' | 'x' | 'y' | 'z') => ({
  ...{ name: { fr: `quaternion de référence ${name}`, en: `reference quaternion ${name}` }, unit: '1' },
  ...{ spelled: new RegExp(`^(ref|reference|opt|optical)_?(q_?)?${name}$`), optional: true as const },
});

/** How a sensor is turned, from rotation, gravity and, where it was measured, the field of the earth. */
export const orientation = defineAnalysis({
  id: 'orientation',
  version: 1,
  name: { fr: 'Orientation du capteur', en: 'Orientation of the sensor' },
  about: {
    fr: 'Roulis, tangage et cap d’après la rotation, la pesanteur et le champ magnétique\u00a0; comparés à une référence s’il y en a une.',
    en: 'Roll, pitch and heading by rotation, gravity and the magnetic field; against a reference where there is one.',
  },
  serves: { scenarios: [], sports: [] },
  isCheck: true,
  rows: 'samples',
  inputs: {
    ...accelerationRoles,
    ...rotationRoles,
    ...{ fieldX: field('x'), fieldY: field('y'), fieldZ: field('z') },
    ...{ refW: reference('w'), refX: reference('x'), refY: reference('y'), refZ: reference('z') },
    counted: {
      ...{ name: { fr: 'mesures comparées (1\u00a0: oui)', en: 'samples compared (1: yes)' }, unit: '1' },
      ...{ spelled: /^(movement|counted)$/, optional: true },
    },
  },
  parameters: {
    axes: {
      ...{ name: { fr: 'Capteurs utilisés', en: 'Sensors used' }, unit: '', default: 'all', choices: ['all', 'six'] },
      source: 'all: the magnetometer too, where there is one; six: accelerometer and gyroscope',
    },
    beta: numberParameter(
      ['Attraction des directions (β)', 'Pull of the directions (β)'],
      ...(['rad/s', null, [0, 2], '0.12 with a magnetometer (Laidig 2021), 0.03 without'] as const),
    ),
  },
  presets: [],
  outputs: orientationOutputs,
  explained: orientationFormulas,
  find(columns, { axes, beta }) {
    const { accX, accY, accZ, gyroX, gyroY, gyroZ, fieldX, fieldY, fieldZ } = columns;
    const inertial = [accX, accY, accZ, gyroX, gyroY, gyroZ];
    const samples = Math.min(...inertial.map(({ values }) => values.length));
    if (samples < leastSamples) return { refused: 'tooShort', numbers: { samples, least: leastSamples } };
    const [ax, ay, az, gx, gy, gz] = inertial.map(({ values }) => values) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const timesSeconds = accX.timesSeconds.subarray(0, samples);
    const radians = (values: Float64Array) => values.map((one) => one / degrees);
    const hasField = axes === 'all' && fieldX && fieldY && fieldZ;
    const found = estimateOrientation(
      {
        ...{ timesSeconds, rotation: [radians(gx), radians(gy), radians(gz)], acceleration: [ax, ay, az] },
        magneticField: hasField ? [fieldX.values, fieldY.values, fieldZ.values] : undefined,
      },
      beta ?? (hasField ? betaWithField : betaWithout),
    );
    const angles = anglesOf(found);
    const errors = errorsOf(found, [columns.refW, columns.refX, columns.refY, columns.refZ], columns.counted);
    const notMeasured = { reason: 'notMeasured' } as const;
    return {
      values: {
        ...{ roll: meanAndDeviation(angles.roll).mean, rollRange: rangeOf(angles.roll) },
        ...{ pitch: meanAndDeviation(angles.pitch).mean, pitchRange: rangeOf(angles.pitch) },
        turn: angles.heading.at(-1)! - angles.heading[0]!,
        inclinationError: errors?.inclination ?? notMeasured,
        totalError: errors && hasField ? errors.total : notMeasured,
        samples,
      },
      figures: [
        {
          ...{ id: 'anglesOverTime', name: { fr: 'Angles', en: 'Angles' } },
          ...{ x: axis('Temps', 'Time', 's'), y: axis('Angle', 'Angle', '°') },
          series: [
            curveOf({ fr: 'Roulis', en: 'Roll' }, timesSeconds, angles.roll),
            curveOf({ fr: 'Tangage', en: 'Pitch' }, timesSeconds, angles.pitch),
          ],
        },
      ],
    };
  },
});

/** °; the heading goes on over whole turns. */
function anglesOf(found: Orientations) {
  const length = found.length / 4;
  const [roll, pitch, heading] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)];
  for (let i = 0; i < length; i++) {
    const [w, x, y, z] = found.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number];
    const up = [2 * (x * z - w * y), 2 * (w * x + y * z), 1 - 2 * (x * x + y * y)] as const;
    roll[i] = degrees * Math.atan2(-up[1], up[2]);
    pitch[i] = degrees * Math.atan2(up[0], Math.hypot(up[1], up[2]));
    const now = degrees * Math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z));
    const before = heading[i - 1] ?? now;
    heading[i] = now - 360 * Math.round((now - before) / 360);
  }
  return { roll, pitch, heading };
}

function rangeOf(values: Float64Array): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const one of values) [least, most] = [Math.min(least, one), Math.max(most, one)];
  return most - least;
}

/**
 * °; root mean squares over the samples that count. The reference is from the sensor to east, north, up (Laidig 2021).
 * Undefined without one.
 */
function errorsOf(found: Orientations, [w, x, y, z]: readonly (Column | undefined)[], counted: Column | undefined) {
  if (!w || !x || !y || !z) return undefined;
  const half = Math.SQRT1_2;
  let [inclination, total, count] = [0, 0, 0];
  for (let i = 0; i < found.length / 4; i++) {
    if (counted !== undefined && !(counted.values[i]! > 0)) continue;
    const reference = [w, x, y, z].map(({ values }) => values[i] ?? Number.NaN) as Quaternion;
    if (!reference.every(Number.isFinite)) continue;
    const own = found.subarray(4 * i, 4 * i + 4) as unknown as Quaternion;
    // A quarter of a turn about the vertical takes north to where the reference has its second axis.
    const [ew, ex, ey, ez] = times(times([half, 0, 0, half], own), conjugate(reference));
    inclination += (2 * Math.acos(Math.min(1, Math.hypot(ew, ez)))) ** 2;
    total += (2 * Math.acos(Math.min(1, Math.abs(ew) / (Math.hypot(ew, ex, ey, ez) || 1)))) ** 2;
    count++;
  }
  if (count === 0) return undefined;
  return { inclination: degrees * Math.sqrt(inclination / count), total: degrees * Math.sqrt(total / count) };
}

type Quaternion = [w: number, x: number, y: number, z: number];
const conjugate = ([w, x, y, z]: Quaternion): Quaternion => [w, -x, -y, -z];
const times = ([aw, ax, ay, az]: Quaternion, [bw, bx, by, bz]: Quaternion): Quaternion => [
  aw * bw - ax * bx - ay * by - az * bz,
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
];
