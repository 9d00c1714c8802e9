/** A column of a table that a device's program writes. */
export interface KnownColumn {
  readonly name: string;
  readonly unit: string;
  readonly fr: string;
  readonly en: string;
  /** Of the unit that the file says, in small letters, or always. */
  readonly factor?: number | Readonly<Record<string, number>>;
  /** The number that stands for no value. */
  readonly none?: number;
}

/** A table of a device's program: recognised by its beginning, its columns by their names. */
export interface DeviceTable {
  readonly name: 'nk' | 'rp3' | 'powertap';
  /** @param text the beginning of the file, in small letters */
  looksSo(text: string): boolean;
  /** By the name in the file, in small letters; null for one that is left out. Others keep their name. */
  readonly columns: ReadonlyMap<string, KnownColumn | null>;
  /** Where the beginning of the file says when it was recorded. */
  readonly startTime: RegExp | undefined;
  /** Name in the file of a list of forces along the handle's way, and of the column with the drive's duration in s. */
  readonly curve: { readonly column: string; readonly drive: string } | undefined;
}

/** Its number tells intervals apart. */
export const intervalName = 'interval';

const metres = { meters: 1, kilometers: 1000, miles: 1609.344, yards: 0.9144, km: 1000 };
const metresPerSecond = { 'm/s': 1, 'km/h': 1 / 3.6, kph: 1 / 3.6, mph: 0.44704 };

const distance = { name: 'distance', unit: 'm', fr: 'Distance', en: 'Distance', factor: metres };
const speed = { name: 'speed', unit: 'm/s', fr: 'Vitesse', en: 'Speed', factor: metresPerSecond };
const split = { name: 'split', unit: 's/500 m', fr: 'Temps aux 500 m', en: 'Split', factor: { '/500': 1 } };
const dStroke = { name: 'd_stroke', unit: 'm', fr: 'Distance par coup', en: 'Distance per stroke', factor: metres };
const strokes = { name: 'strokes', unit: '', fr: 'Nombre de coups', en: 'Number of strokes' };
const rate = { name: 'stroke_rate', unit: 'spm', fr: 'Cadence', en: 'Stroke rate' };
const heartRate = { name: 'heart_rate', unit: 'bpm', fr: 'Fréquence cardiaque', en: 'Heart rate' };
const power = { name: 'power', unit: 'W', fr: 'Puissance', en: 'Power' };
const interval = { name: intervalName, unit: '', fr: 'Intervalle', en: 'Interval' };
const forceMax = { name: 'force_max', unit: 'N', fr: 'Force maximale', en: 'Greatest force' };

/** The same of the impeller in place of the GPS. */
const ofImpeller = (column: KnownColumn): KnownColumn => ({
  ...column,
  name: `${column.name}_impeller`,
  fr: `${column.fr} (hélice)`,
  en: `${column.en} (impeller)`,
});

const angle = (name: string, fr: string, en: string): KnownColumn => ({
  name,
  unit: '°',
  fr,
  en,
  factor: { degrees: 1 },
});

/** NK SpeedCoach, with or without EmPower oarlocks: preamble, summaries, then a row a stroke. */
export const nk: DeviceTable = {
  name: 'nk',
  looksSo: (text) => /^[\s"]*session information:/.test(text) && text.includes('interval'),
  columns: new Map<string, KnownColumn | null>([
    ['interval', interval],
    ['distance (gps)', distance],
    ['gps distance', distance],
    ['distance (imp)', ofImpeller(distance)],
    ['imp distance', ofImpeller(distance)],
    ['split (gps)', split],
    ['gps split', split],
    ['split (imp)', ofImpeller(split)],
    ['imp split', ofImpeller(split)],
    ['speed (gps)', speed],
    ['gps speed', speed],
    ['speed (imp)', ofImpeller(speed)],
    ['imp speed', ofImpeller(speed)],
    ['stroke rate', rate],
    ['total strokes', strokes],
    ['stroke count', strokes],
    ['distance/stroke (gps)', dStroke],
    ['distance/stroke (imp)', ofImpeller(dStroke)],
    ['heart rate', heartRate],
    ['power', power],
    ['catch', angle('catch', 'Angle de prise', 'Catch angle')],
    ['slip', angle('slip', 'Glissement à la prise', 'Slip')],
    ['finish', angle('finish', 'Angle de dégagé', 'Finish angle')],
    ['wash', angle('wash', 'Perte au dégagé', 'Wash')],
    ['force avg', { name: 'force_mean', unit: 'N', fr: 'Force moyenne', en: 'Mean force', factor: { newtons: 1 } }],
    ['work', { name: 'work', unit: 'J', fr: 'Travail par coup', en: 'Work per stroke', factor: { joules: 1 } }],
    ['force max', { ...forceMax, factor: { newtons: 1 } }],
    ['max force angle', angle('peak_angle', 'Angle de la force maximale', 'Angle of the greatest force')],
    ['gps lat.', angle('latitude', 'Latitude', 'Latitude')],
    ['gps lon.', angle('longitude', 'Longitude', 'Longitude')],
  ]),
  startTime: /start time:"?,"?([^,"\r\n]{8,40})/i,
  curve: undefined,
};

/** RP3 rowing machine: a row a stroke, with the force every 2.2 cm of the handle's way. */
export const rp3: DeviceTable = {
  name: 'rp3',
  looksSo: (text) => /^[^\n]*stroke_number[^\n]*peak_force_pos/.test(text),
  columns: new Map<string, KnownColumn | null>([
    ['id', null],
    ['ref', null],
    ['curve_data', null],
    ['workout_interval_id', interval],
    ['stroke_number', strokes],
    ['power', power],
    ['avg_power', { ...power, name: 'power_mean', fr: 'Puissance moyenne', en: 'Mean power' }],
    ['stroke_rate', rate],
    ['stroke_length', { name: 'stroke_length', unit: 'cm', fr: 'Longueur du coup', en: 'Stroke length' }],
    ['distance', { name: 'distance', unit: 'm', fr: 'Distance', en: 'Distance' }],
    ['distance_per_stroke', { ...dStroke, factor: 0.01 }],
    ['estimated_500m_time', { ...split, factor: 1 }],
    ['energy_per_stroke', { name: 'work', unit: 'J', fr: 'Travail par coup', en: 'Work per stroke' }],
    ['energy_sum', { name: 'energy', unit: 'kJ', fr: 'Énergie cumulée', en: 'Accumulated energy' }],
    ['pulse', { ...heartRate, none: 0 }],
    ['peak_force', forceMax],
    ['peak_force_pos', { name: 'peak_position', unit: 'cm', fr: 'Position du maximum', en: 'Position of the peak' }],
    [
      'rel_peak_force_pos',
      { name: 'peak_share', unit: '%', fr: 'Position relative du maximum', en: 'Relative position of the peak' },
    ],
    ['drive_time', { name: 'drive', unit: 's', fr: 'Durée de la propulsion', en: 'Drive' }],
    ['recover_time', { name: 'recovery', unit: 's', fr: 'Durée du retour', en: 'Recovery' }],
  ]),
  startTime: undefined,
  curve: { column: 'curve_data', drive: 'drive' },
};

/** PowerTap hub: a row every 1.26 s. */
export const powertap: DeviceTable = {
  name: 'powertap',
  looksSo: (text) => /^[\s"]*minutes"?\s*,\s*"?torq/.test(text),
  columns: new Map<string, KnownColumn | null>([
    ['torq', { name: 'torque', unit: 'N·m', fr: 'Couple', en: 'Torque' }],
    ['km/h', { ...speed, factor: 1 / 3.6 }],
    ['watts', power],
    ['km', { ...distance, factor: 1000 }],
    ['cadence', { name: 'cadence', unit: 'rpm', fr: 'Cadence', en: 'Cadence' }],
    ['hrate', { ...heartRate, none: -1 }],
    ['id', interval],
  ]),
  startTime: undefined,
  curve: undefined,
};
