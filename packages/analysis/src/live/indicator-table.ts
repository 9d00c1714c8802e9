import type { Translated } from '../translated.ts';

/** How an indicator is shown: a number, or s as a time. */
export interface IndicatorKind {
  readonly type: 'number' | 'chrono';
  readonly unit: string;
  /** Decimals to print. */
  readonly precision: number;
  readonly title: Translated;
}

const number = (unit: string, precision: number, fr: string, en: string): IndicatorKind => ({
  ...{ type: 'number', unit, precision, title: { fr, en } },
});
const chrono = (unit: string, precision: number, fr: string, en: string): IndicatorKind => ({
  ...{ type: 'chrono', unit, precision, title: { fr, en } },
});

/** Every live indicator, in the order that people choose from. */
export const indicatorKinds = {
  recordTime: chrono('s', 0, 'Chrono', 'Record time'),
  speed: number('m/s', 2, 'Vitesse', 'Speed'),
  pace: chrono('s/500m', 1, 'Allure aux 500 m', 'Pace for 500 m'),
  distance: number('m', 0, 'Distance', 'Distance'),
  strokeRate: number('1/min', 1, 'Cadence', 'Stroke rate'),
  strokes: number('', 0, 'Coups', 'Strokes'),
  strokeDistance: number('m', 2, 'Distance par coup', 'Distance per stroke'),
  driveShare: number('%', 0, 'Part de la propulsion', 'Drive share'),
  checkShare: number('%', 1, 'Part de retenue', 'Check share'),
  cadence: number('rpm', 0, 'Cadence de pédalage', 'Cadence'),
  power: number('W', 0, 'Puissance', 'Power'),
  force: number('N', 0, 'Force', 'Force'),
  heartRate: number('bpm', 0, 'Fréquence cardiaque', 'Heart rate'),
  jumps: number('', 0, 'Sauts', 'Jumps'),
  jumpHeight: number('m', 3, 'Hauteur du dernier saut', 'Height of the last jump'),
} as const satisfies Record<string, IndicatorKind>;

export type IndicatorName = keyof typeof indicatorKinds;

export const indicatorNames = Object.keys(indicatorKinds).filter(isIndicator);

export function isIndicator(name: string): name is IndicatorName {
  return Object.hasOwn(indicatorKinds, name);
}

const ofBoats: readonly IndicatorName[] = [
  ...(['recordTime', 'strokeRate', 'pace', 'speed', 'distance', 'strokes', 'strokeDistance'] as const),
  ...(['power', 'force', 'heartRate'] as const),
];
const ofBikes: readonly IndicatorName[] = ['recordTime', 'power', 'cadence', 'speed', 'distance', 'heartRate'];
const ofRuns: readonly IndicatorName[] = ['recordTime', 'speed', 'distance', 'heartRate'];
const ofPlates: readonly IndicatorName[] = ['recordTime', 'jumps', 'jumpHeight', 'force'];

/** Which of them each sport has, by its short name, in the order that a screen shows; a club may choose otherwise. */
const bySport: Readonly<Record<string, readonly IndicatorName[]>> = {
  aviron: [...ofBoats.slice(0, 7), 'driveShare', 'checkShare', ...ofBoats.slice(7)],
  kayak: ofBoats,
  velo: ofBikes,
  bmx: ofBikes,
  instrack: ofBikes,
  foot: ofRuns,
  tennis: ofRuns,
  golf: ['recordTime', 'force', 'heartRate'],
  marteau: ['recordTime', 'force', 'speed', 'heartRate'],
  jump: ofPlates,
  force_plate: ofPlates,
};

/** Of a device whose sport nobody told: what needs no sport to be read. */
const ofNoSport: readonly IndicatorName[] = [
  ...(['recordTime', 'speed', 'distance', 'strokeRate', 'cadence', 'power', 'force', 'heartRate'] as const),
];

/** Sports that have indicators of their own. */
export const sportsWithIndicators: readonly string[] = Object.keys(bySport);

/** Names for a sport, by its short name; undefined or unknown: none is told. */
export function indicatorsOf(sport: string | undefined): readonly IndicatorName[] {
  return sport !== undefined && Object.hasOwn(bySport, sport) ? (bySport[sport] ?? ofNoSport) : ofNoSport;
}
