import { describe, expect, test } from 'vitest';
import {
  analyses,
  analysisOf,
  describePage,
  isRefused,
  reasonSentence,
  refusalSentence,
  type Variable,
  warningSentence,
} from './index.ts';
import { answerOf, makeRecording, makeTable, outcomeOf } from './make-test-recording.ts';

const gravity = 9.81;
const still = ['°/s', () => 0] as const;
const swing = {
  gyro_x: ['°/s', (t: number) => (t > 2 && t < 3 ? 900 * Math.sin(Math.PI * (t - 2)) : 0)],
  ...{ gyro_y: still, gyro_z: still },
} as const;
const effort = (t: number) => (t > 2 && t < 4 ? 300 : 0);
const run = (t: number) => 9 * (1 - Math.exp(-t / 1.2));
const gates = [5, 10, 20, 30, 40].map((metres) => ({ metres, seconds: 1 + metres / 8.5 - Math.exp(-metres / 4) }));

interface Case {
  readonly recording: readonly Variable[];
  /** What its numbers lack. */
  readonly toGive: Readonly<Record<string, string>>;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** A recording of each analysis whose numbers need what nobody measured. */
const cases: Readonly<Record<string, Case>> = {
  // A rebound whose landing was cut off.
  dj: {
    recording: makeRecording(1.62, 1000, {
      fztot: ['N', (t) => (t < 1 || t > 1.153 ? (t > 1.56 ? 1500 : 0) : 4 * 70 * gravity)],
    }),
    parameters: { bodyMass: '70' },
    toGive: { boxHeight: '0.3' },
  },
  hopTimes: {
    recording: makeTable({ contact_time: [0.2, 0.21, 0.2], flight_time: [0.5, 0.5, 0.52] }),
    toGive: { bodyMass: '70' },
  },
  isometric: {
    recording: makeRecording(8, 1000, {
      fztot: ['N', (t) => 800 + (t < 3 ? 0 : t < 5 ? 1500 * (1 - Math.exp(-(t - 3) / 0.1)) : 0) + Math.sin(70 * t)],
    }),
    toGive: { bodyWeight: '780' },
  },
  nordic: {
    recording: makeRecording(8, 100, { fg: ['N', effort], fd: ['N', effort] }),
    toGive: { bodyMass: '70', shank: '0.4' },
  },
  golfSwing: { recording: makeRecording(6, 200, swing), toGive: { radius: '1' } },
  tennisSwing: { recording: makeRecording(6, 200, swing), toGive: { radius: '0.6' } },
  cyclingPower: {
    recording: makeRecording(700, 1, { power: ['W', (t) => 200 + 20 * Math.sin(t / 40)] }),
    toGive: { ftp: '250' },
  },
  sprintTrace: {
    recording: makeRecording(8, 50, { speed: ['m/s', run] }),
    toGive: { bodyMass: '70', bodyHeight: '1.8' },
  },
  sprintSplits: {
    recording: makeTable({ distance: gates.map(({ metres }) => metres), time: gates.map(({ seconds }) => seconds) }),
    toGive: { bodyMass: '70', bodyHeight: '1.8' },
  },
};

const saying = analyses.filter((analysis) =>
  describePage(analysis).sections.some(
    ({ id, rows }) => id === 'reasons' && rows.some(([code]) => code?.en === '`notGiven`'),
  ),
);

test('every analysis that may say that something was not given has a recording here', () => {
  expect(Object.keys(cases).sort()).toEqual(saying.map(({ id }) => id).sort());
});

describe.each(Object.entries(cases))('%s', (id, { recording, parameters = {}, toGive }) => {
  const all = analysisOf(id)?.parameters ?? {};
  const missingOf = (given: Readonly<Record<string, string>>) =>
    Object.entries(answerOf(id, recording, { parameters: given }).values).filter(
      ([, { reason }]) => reason === 'notGiven',
    );

  test('names what was not given, by its title in both languages', () => {
    const missing = missingOf(parameters);
    expect(new Set(missing.flatMap(([, value]) => value.parameters ?? []))).toEqual(new Set(Object.keys(toGive)));
    for (const [, value] of missing) {
      const said = reasonSentence({ reason: 'notGiven', parameters: value.parameters }, all);
      for (const name of value.parameters ?? []) {
        expect(said.fr).toContain(`«\u00a0${all[name]?.name.fr}\u00a0»`);
        expect(said.en).toContain(`“${all[name]?.name.en}”`);
      }
    }
  });
  test('has the numbers once that is given', () => {
    const before = missingOf(parameters).map(([name]) => name);
    const { values } = answerOf(id, recording, { parameters: { ...parameters, ...toGive } });
    expect(before.filter((name) => values[name]?.value === null)).toEqual([]);
  });
});

test('A correction of the start that is not chosen has no number, and nothing to be given', () => {
  const { recording } = cases.sprintSplits ?? { recording: [] };
  const { values } = answerOf('sprintSplits', recording);
  expect(values.flyingDistance).toEqual({ ...values.flyingDistance, value: null, reason: 'otherCorrection' });
  expect(values.timeCorrection?.parameters).toBeUndefined();
});

describe('A profile that cannot be drawn', () => {
  const jumps = makeTable({ load: [0, 20, 40, 60], height: [0.35, 0.25, 0.18, 0.12] });
  const said = (id: string, table: readonly Variable[], parameters: Readonly<Record<string, string>> = {}) => {
    const outcome = outcomeOf(id, table, { parameters });
    return isRefused(outcome) ? refusalSentence(outcome, analysisOf(id)?.parameters ?? {}) : undefined;
  };
  test('asks for what is missing by its titles, and for nothing else', () => {
    expect(said('jumpProfile', jumps)).toEqual({
      fr: 'À indiquer\u00a0: «\u00a0Masse\u00a0», «\u00a0Distance de poussée\u00a0».',
      en: 'To be given: “Mass”, “Push-off distance”.',
    });
    expect(said('jumpProfile', jumps, { bodyMass: '70' })?.en).toBe('To be given: “Push-off distance”.');
    expect(said('knownJumpProfile', makeTable({ f0: [32], v0: [3] }))?.en).toBe('To be given: “Push-off distance”.');
  });
});

test('A sentence is in one language, and only numbers have a decimal comma', () => {
  const parameters = analysisOf('cmj')?.parameters ?? {};
  const missing = outcomeOf('cmjUnipodal', makeRecording(5, 1000, { fztot: ['N', () => 700] }));
  if (!isRefused(missing)) throw new Error('one plate is enough?');
  expect(refusalSentence(missing, parameters)).toEqual({
    fr: 'Il manque force gauche et droite (N). Choisissez une variable pour ce rôle.',
    en: 'left and right force (N) is missing. Choose a variable for this role.',
  });
  const numbers = { column: 'plate.f_z', unit: 'kg/s', wanted: 'N' };
  expect(refusalSentence({ refused: 'unitUnknown', numbers }, parameters).fr).toContain('plate.f_z');
  expect(warningSentence({ code: 'frozen', numbers: { seconds: 0.25 } }).fr).toContain('0,25');
});
