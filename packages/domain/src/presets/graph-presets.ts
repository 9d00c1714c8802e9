import type { Translated } from '@sillage/contract';

/** Records that a preset is made for. */
export type PresetRecordType = 'record' | 'scenario' | 'seance';

/** What a record of a sport or scenario is looked at by. Variables are named as in the settings of the sport. */
export interface GraphPreset {
  /** The sport's name, or the scenario's class. */
  readonly value: string;
  readonly label: Readonly<Translated>;
  readonly recordTypes: readonly PresetRecordType[];
  /** What its curves may stand on: time or distance, any variable, or time alone. */
  readonly xVars: 'TorD' | 'all' | 'none';
  readonly xVar: 'T' | 'CoPx';
  readonly y1: readonly string[];
  readonly y2: readonly string[];
  readonly y3?: readonly string[];
}

type Curves = Pick<GraphPreset, 'xVars' | 'y1' | 'y2'> & Partial<Pick<GraphPreset, 'xVar' | 'y3'>>;

function ofSport(value: string, fr: string, en: string, curves: Curves): GraphPreset {
  return { value, label: { fr, en }, recordTypes: ['record', 'seance'], xVar: 'T', ...curves };
}

function ofScenario(value: string, fr: string, en: string, curves: Curves): GraphPreset {
  return { value, label: { fr, en }, recordTypes: ['scenario', 'seance'], xVar: 'T', ...curves };
}

const verticalForces = ['fzg', 'fzd', 'fztot', 'Fz_total'];
const legForces = ['fg', 'fd', 'ftot'];
const powers = ['Puissance', 'Puissance_g', 'Puissance_d'];
const accelerations = ['acc_x', 'acc_y', 'acc_z'];
const jump: Curves = { xVars: 'none', y1: verticalForces, y2: [] };

/** One for each sport and each scenario that has one; each list holds values of one unit. */
export const graphPresets: readonly GraphPreset[] = [
  ofSport('aviron', 'Aviron', 'Rowing', { xVars: 'TorD', y1: ['speed', 'speed_i'], y2: ['cadence'], y3: ['acc_x'] }),
  ofSport('kayak', 'Kayak', 'Kayak', {
    xVars: 'TorD',
    y1: ['speed', 'speed_i'],
    y2: ['cadence'],
    y3: ['roll', 'pitch'],
  }),
  ofSport('bmx', 'BMX', 'BMX', { xVars: 'TorD', y1: ['speed'], y2: ['cadence'], y3: powers }),
  ofSport('velo', 'Vélo', 'Cycling', { xVars: 'TorD', y1: ['speed'], y2: ['cadence'], y3: powers }),
  ofSport('golf', 'Golf', 'Golf', { xVars: 'all', xVar: 'CoPx', y1: ['CoPy'], y2: verticalForces }),
  ofSport('marteau', 'Lancer du marteau', 'Hammer throw', { xVars: 'all', y1: ['Force'], y2: ['speed'] }),
  ofSport('tennis', 'Tennis', 'Tennis', { xVars: 'all', y1: accelerations, y2: ['gyro_x', 'gyro_y', 'gyro_z'] }),
  ofSport('foot', 'Football', 'Football', { xVars: 'TorD', y1: ['speed'], y2: accelerations }),
  ofSport('instrack', 'Instrack', 'Instrack', { xVars: 'TorD', y1: ['speed'], y2: ['dist'], y3: ['acc_x'] }),
  ofScenario('CMJEntraineurScenario', 'Saut avec contre-mouvement', 'Countermovement jump', jump),
  ofScenario('CMJUnipodalScenario', 'Saut sur une jambe', 'Single-leg jump', { ...jump, y1: ['fzg', 'fzd'] }),
  ofScenario('DjScenario', 'Saut en contrebas', 'Drop jump', jump),
  ofScenario('IsometrieScenario', 'Isométrie', 'Isometric test', {
    xVars: 'none',
    y1: ['Force', ...legForces],
    y2: verticalForces,
  }),
  ofScenario('SJEntraineurScenario', 'Saut sans élan', 'Squat jump', jump),
  ofScenario('HopEntraineurScenario', 'Rebonds', 'Hops', jump),
  ofScenario('PFVScenario', 'Profil force-vitesse', 'Force-velocity profile', {
    xVars: 'all',
    y1: ['speed'],
    y2: ['Force'],
    y3: powers,
  }),
  ofScenario('VitesseScenario', 'Vitesse', 'Speed', { xVars: 'TorD', y1: ['speed'], y2: ['acc_x'] }),
  ofScenario('NordicScenario', 'Nordic', 'Nordic hamstring', {
    xVars: 'none',
    y1: legForces,
    y2: ['pression', 'pression_ref'],
  }),
  ofScenario('ErgocycleCodeScenario', 'Ergocycle', 'Cycle ergometer', {
    xVars: 'TorD',
    y1: powers,
    y2: ['cadence'],
    y3: ['Couple', 'Couple_g', 'Couple_d'],
  }),
];

interface Looked {
  readonly recordType: string;
  readonly sport: string | null;
  /** Its class. */
  readonly scenario: string | null;
}

/** The presets that a record is made for, its scenario's before its sport's. */
export function presetsFor({ recordType, sport, scenario }: Looked): GraphPreset[] {
  const type = (['scenario', 'seance'] as const).find((one) => one === recordType) ?? 'record';
  const named = [scenario, sport].flatMap((name) => graphPresets.filter(({ value }) => value === name));
  // The test of a sport is looked at as the test, and may be as its sport.
  return named.filter(({ recordTypes }) => type === 'scenario' || recordTypes.includes(type));
}
