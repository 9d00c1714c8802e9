import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { TestModule } from './make-test-device.ts';

/** What is measured at a moment of a movement, by column. */
export type Movement = (t: number) => Readonly<Record<string, number>>;

/** How somebody does what a scenario asks for. */
export interface TestAthlete {
  readonly modules: readonly TestModule[];
  readonly params: Readonly<Record<string, number>>;
  /** What begins with a step, the one whose name the step's begins with; `turn`: how often it came before. */
  readonly moves: (step: string, turn: number) => Movement;
  /** Steps in which the button is pressed after half a second. */
  readonly presses?: readonly string[];
  /** What is answered to what is asked, by its name. */
  readonly answers?: Readonly<Record<string, readonly number[]>>;
  /** Names of results that are numbers in the end. */
  readonly results: readonly string[];
  readonly indicators?: Readonly<Record<string, readonly [value: number, unit: string]>>;
}

const fixture = (path: string) => readFileSync(new URL(`../../../../../testkit/fixtures/${path}`, import.meta.url));
const rowsOf = (text: string, by: string | RegExp) =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(by).map(Number));

// Real ones: countermovement jumps on two plates and on one, a sprint by radar, a ride.
const onTwo = rowsOf(fixture('01_jumps_gidiel/Dual-CMJ-Fz.txt').toString(), '\t');
const onOne = fixture('01_jumps_gidiel/Single-CMJ-Fz.txt').toString().trim().split('\n').map(Number);
const sprint = rowsOf(fixture('06_sprint_shorts/jb_morin.csv').toString(), ',');
const ride = rowsOf(gunzipSync(fixture('09_cycling_power/Edge810-Vector_records.csv.gz')).toString(), ',');

const sides = (fzg: number, fzd: number) => ({ fzg, fzd, fztot: fzg + fzd });
/** ms after the first sample of the real jump; the athlete stands before and after. */
const jumpOnTwo: Movement = (t) => {
  const [left = 0, right = 0] = onTwo[Math.min(onTwo.length - 1, Math.round(t * 1000))] ?? [];
  return sides(left, right);
};
const standOnTwo: Movement = (t) => jumpOnTwo(t % 1);
const legOf = (turn: number, force: number) => (turn === 0 ? sides(force, 0) : sides(0, force));
const forceOnOne = (t: number) => onOne[Math.min(onOne.length - 1, Math.round(t * 1000))] ?? 0;

const plate: TestModule = {
  ...{ name: 'plate', rateHz: 1000 },
  columns: ['fzg', 'fzd', 'fztot'].map((name) => ({ name, unit: 'N' })),
};
const [gravity, mass] = [9.81, 70];
const weight = mass * gravity;
const both = (force: number) => sides(force / 2, force / 2);
/** Levels in weights, each until a time, the last one for ever. */
const levels =
  (...steps: readonly (readonly [until: number, weights: number])[]): Movement =>
  (t) =>
    both(weight * (steps.find(([until]) => t < until) ?? steps.at(-1) ?? [0, 0])[1]);
const stand = levels([99, 1]);
/** A squat jump that leaves the plate with so many m/s. */
const squatJump = (speed: number): Movement => {
  const push = 1 + speed / (1.2 * gravity);
  const land = push + (2 * speed) / gravity;
  return levels([1, 1], [push, 2.2], [land, 0], [land + speed / gravity, 2], [99, 1]);
};
const contact = 4.5 / (3 * gravity);
const dropJump = levels([1, 0], [1 + contact, 4], [1 + contact + 4 / gravity, 0], [1.7 + contact, 2.36], [99, 1]);
const hopPeak = ((weight * Math.PI) / 2) * (0.3 / 0.2 + 1);
const hops: Movement = (t) => {
  if (t < 1 || t >= 6) return both(weight);
  return both(t % 0.5 < 0.2 ? hopPeak * Math.sin((Math.PI * (t % 0.5)) / 0.2) : 0);
};
const rest: Movement = (t) => both(800 + Math.sin(70 * t));
const pull: Movement = (t) =>
  both(800 + Math.sin(70 * t) + (t < 1 ? 0 : t < 6 ? 1500 * (1 - Math.exp(-(t - 1) / 0.1)) : 0));
const hold: Movement = () => ({ fg: 20, fd: 20 });
const fall: Movement = (t) => (t > 1 && t < 3 ? { fg: 320, fd: 350 } : hold(t));
const cadenceOf = (t: number) => (t < 1 ? 0 : t < 6 ? 40 + 24 * (t - 1) : 160);
const pedal: Movement = (t) => ({ cadence: cadenceOf(t), torque: t < 1 ? 0 : 200 * (1 - cadenceOf(t) / 250) });
const stroke = (t: number) => {
  const part = (t / 2) % 1;
  return part < 0.4 ? 3 * Math.sin((Math.PI * part) / 0.4) : -2 * Math.sin((Math.PI * (part - 0.4)) / 0.6);
};
const imu: TestModule = {
  ...{ name: 'imu', rateHz: 100 },
  columns: [
    ...['acc_x', 'acc_y', 'acc_z'].map((name) => ({ name, unit: 'm/s²' })),
    ...['gyro_x', 'gyro_y', 'gyro_z'].map((name) => ({ name, unit: '°/s' })),
  ],
};
const row: Movement = (t) => ({
  ...{ acc_x: stroke(t), acc_y: 0.4 * Math.sin(7 * t), acc_z: 9.81 + 0.3 * Math.cos(5 * t) },
  ...{ gyro_x: 6 * Math.sin(2.1 * t), gyro_y: 2 * Math.sin(3 * t), gyro_z: 0 },
});
const lie: Movement = (t) => ({
  ...{ acc_x: 0, acc_y: 0, acc_z: 9.81 },
  ...{ gyro_x: 0.5 + 0.1 * Math.sin(9 * t), gyro_y: -0.2, gyro_z: 0.1 },
});
const face = (step: string): Movement => {
  const axis = step.slice(0, 1);
  const up = 9.81 * (step.endsWith('up') ? 1 : -1);
  const of = (name: string) => (name === axis ? up : 0.02);
  return () => ({ acc_x: of('x'), acc_y: of('y'), acc_z: of('z'), gyro_x: 0, gyro_y: 0, gyro_z: 0 });
};

/** By the class of a scenario. */
export const athletes: Readonly<Record<string, TestAthlete>> = {
  GuidedRecordScenario: {
    ...{ modules: [plate], params: { length: 2 }, moves: () => stand, presses: ['ready'], results: ['length'] },
  },
  CMJEntraineurScenario: {
    ...{ modules: [plate], params: { trials: 2, rest: 5 } },
    moves: (step) => (step === 'jump' ? jumpOnTwo : standOnTwo),
    results: ['mass', 'height_1', 'height_2', 'height'],
  },
  CMJUnipodalScenario: {
    ...{ modules: [plate], params: { trials: 1, rest: 5 } },
    moves: (step, turn) => {
      if (step === 'weighing' || step === 'result') return standOnTwo;
      return (t) => legOf(turn, forceOnOne(step === 'jump' ? t : step === 'rest' ? 4.5 : t % 1));
    },
    results: ['mass', 'height_left', 'height_right', 'asymmetry'],
  },
  SJEntraineurScenario: {
    ...{ modules: [plate], params: { trials: 1 } },
    moves: (step) => (step === 'jump' ? squatJump(2.4) : stand),
    results: ['mass', 'height_1', 'height'],
  },
  DjScenario: {
    ...{ modules: [plate], params: { trials: 1 } },
    moves: (step) => (step === 'jump' ? dropJump : step === 'ready' ? levels([99, 0]) : stand),
    results: ['rsi_1', 'height_1', 'contact_1', 'rsi'],
  },
  HopEntraineurScenario: {
    ...{ modules: [plate], params: { length: 3 } },
    moves: (step) => (step === 'hops' ? hops : stand),
    results: ['mass', 'hops', 'stiffness', 'rsi', 'contact'],
  },
  IsometrieScenario: {
    ...{ modules: [plate], params: { trials: 1, effort: 3 } },
    moves: (step) => (step === 'effort' ? pull : rest),
    results: ['force_1', 'force'],
  },
  PFVScenario: {
    ...{ modules: [plate], params: { loads: 2, rest: 5 }, answers: { load: [0, 35] } },
    moves: (step, turn) => {
      const heavier = (movement: Movement): Movement => {
        return (t) => both((movement(t).fztot ?? 0) * (turn === 0 ? 1 : 1.5));
      };
      if (step === 'jump') return heavier(squatJump(turn === 0 ? 2.4 : 1.8));
      return step === 'load' ? heavier(stand) : stand;
    },
    results: ['mass', 'height_1', 'height_2', 'force0', 'velocity0', 'power'],
  },
  VitesseScenario: {
    modules: [{ name: 'radar', rateHz: 50, columns: [{ name: 'speed', unit: 'm/s' }] }],
    ...{ params: { trials: 1, effort: 4 }, presses: ['ready'] },
    moves: (step) => {
      const run: Movement = (t) => ({
        speed: sprint[Math.min(sprint.length - 1, Math.round((t - 1) * 50))]?.[1] ?? 0.03,
      });
      return step === 'sprint' ? (t) => (t < 1 ? { speed: 0.03 } : run(t)) : () => ({ speed: 0.03 });
    },
    results: ['top_speed_1', 'top_speed'],
  },
  NordicScenario: {
    modules: [{ name: 'nordic', rateHz: 100, columns: ['fg', 'fd'].map((name) => ({ name, unit: 'N' })) }],
    ...{ params: { repetitions: 2, rest: 2 }, moves: (step) => (step === 'fall' ? fall : hold) },
    results: ['best_left', 'best_right', 'imbalance'],
  },
  ErgocycleCodeScenario: {
    modules: [
      {
        ...{ name: 'bike', rateHz: 100 },
        columns: [
          { name: 'torque', unit: 'N·m' },
          { name: 'cadence', unit: 'rpm' },
        ],
      },
    ],
    ...{ params: { trials: 1, effort: 6 }, presses: ['ready'] },
    moves: (step) => (step === 'sprint' ? pedal : () => ({ torque: 0, cadence: 0 })),
    results: ['power_1', 'power'],
  },
  BikeSprintScenario: {
    modules: [
      {
        ...{ name: 'bike', rateHz: 1 },
        columns: [
          { name: 'power', unit: 'W' },
          { name: 'cadence', unit: 'rpm' },
        ],
      },
    ],
    ...{ params: { trials: 1, effort: 20 }, presses: ['ready'] },
    moves: (step) => {
      if (step !== 'sprint') return () => ({ power: 0, cadence: 0 });
      return (t) => ({ power: ride[4030 + Math.round(t)]?.[1] ?? 0, cadence: ride[4030 + Math.round(t)]?.[2] ?? 0 });
    },
    results: ['power_5s_1', 'power_5s'],
  },
  RowingPiecesScenario: {
    ...{ modules: [imu], params: { pieces: 2, effort: 40, rest: 5 }, moves: () => row },
    ...{ indicators: { strokeRate: [30, '1/min'] }, results: ['rate_1_1', 'check_1_1', 'rate_1_2'] },
  },
  CalibOffsetScenario: {
    ...{ modules: [plate], params: {}, results: ['offset', 'noise'] },
    moves: () => (t) => both(4 + Math.sin(40 * t)),
  },
  CalibGyroScenario: {
    ...{ modules: [imu], params: {}, moves: () => lie, results: ['bias_x', 'bias_y', 'bias_z', 'noise'] },
  },
  CalibMountingScenario: { modules: [imu], params: { length: 40 }, moves: () => row, results: ['upright', 'surge'] },
  CalibSixPositionsScenario: {
    ...{ modules: [imu], params: {}, results: ['residual', 'gain_x', 'gain_y', 'gain_z'] },
    moves: (step) => (step === 'result' ? lie : face(step)),
  },
};
