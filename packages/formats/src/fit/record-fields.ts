/** A column of a FIT record, and the fields of the profile that it is made of: the first that has a value counts. */
export interface RecordField {
  readonly fields: readonly { readonly num: number; readonly scale: number; readonly offset: number }[];
  readonly name: string;
  readonly unit: string;
  readonly fr: string;
  readonly en: string;
}

type Row = readonly [nums: string, name: string, unit: string, scale: number, offset: number, fr: string, en: string];

/** `first,second` of numbers: the more precise one first. A semicircle is 180°/2³¹. */
const rows: readonly Row[] = [
  ['0', 'latitude', '°', 2 ** 31 / 180, 0, 'Latitude', 'Latitude'],
  ['1', 'longitude', '°', 2 ** 31 / 180, 0, 'Longitude', 'Longitude'],
  ['78,2', 'altitude', 'm', 5, 500, 'Altitude', 'Altitude'],
  ['73,6', 'speed', 'm/s', 1000, 0, 'Vitesse', 'Speed'],
  ['5', 'distance', 'm', 100, 0, 'Distance', 'Distance'],
  ['7', 'power', 'W', 1, 0, 'Puissance', 'Power'],
  ['4', 'cadence', 'rpm', 1, 0, 'Cadence', 'Cadence'],
  ['3', 'heart_rate', 'bpm', 1, 0, 'Fréquence cardiaque', 'Heart rate'],
  ['9', 'grade', '%', 100, 0, 'Pente', 'Grade'],
  ['32', 'vertical_speed', 'm/s', 1000, 0, 'Vitesse verticale', 'Vertical speed'],
  ['13', 'temperature', '°C', 1, 0, 'Température', 'Temperature'],
  ['139', 'core_temperature', '°C', 100, 0, 'Température interne', 'Core temperature'],
  ['31', 'gps_accuracy', 'm', 1, 0, 'Précision GPS', 'GPS accuracy'],
  ['10', 'resistance', '', 1, 0, 'Résistance', 'Resistance'],
  ['87,12', 'cycle_length', 'm', 100, 0, 'Distance par coup', 'Distance per stroke'],
  ['19', 'total_cycles', '', 1, 0, 'Nombre de cycles', 'Number of cycles'],
  ['33', 'calories', 'kcal', 1, 0, 'Calories', 'Calories'],
  ['43', 'effectiveness_left', '%', 2, 0, 'Efficacité du couple, gauche', 'Torque effectiveness, left'],
  ['44', 'effectiveness_right', '%', 2, 0, 'Efficacité du couple, droite', 'Torque effectiveness, right'],
  ['45', 'smoothness_left', '%', 2, 0, 'Fluidité du pédalage, gauche', 'Pedal smoothness, left'],
  ['46', 'smoothness_right', '%', 2, 0, 'Fluidité du pédalage, droite', 'Pedal smoothness, right'],
  ['47', 'smoothness', '%', 2, 0, 'Fluidité du pédalage', 'Pedal smoothness'],
  ['67', 'centre_offset_left', 'mm', 1, 0, 'Décalage de la plateforme, gauche', 'Platform centre offset, left'],
  ['68', 'centre_offset_right', 'mm', 1, 0, 'Décalage de la plateforme, droite', 'Platform centre offset, right'],
  ['69', 'phase_left', '°', 0.7111111, 0, 'Phase de poussée, gauche', 'Power phase, left'],
  ['70', 'phase_peak_left', '°', 0.7111111, 0, 'Phase de poussée maximale, gauche', 'Peak power phase, left'],
  ['71', 'phase_right', '°', 0.7111111, 0, 'Phase de poussée, droite', 'Power phase, right'],
  ['72', 'phase_peak_right', '°', 0.7111111, 0, 'Phase de poussée maximale, droite', 'Peak power phase, right'],
  ['39', 'vertical_oscillation', 'mm', 10, 0, 'Oscillation verticale', 'Vertical oscillation'],
  ['83', 'vertical_ratio', '%', 100, 0, 'Ratio vertical', 'Vertical ratio'],
  ['41', 'stance', 'ms', 10, 0, 'Durée de contact au sol', 'Ground contact'],
  ['40', 'stance_percent', '%', 100, 0, 'Part du contact au sol', 'Share of ground contact'],
  ['84', 'stance_balance', '%', 100, 0, 'Contact au sol, part de gauche', 'Ground contact, left share'],
  ['85', 'step_length', 'mm', 10, 0, 'Longueur de pas', 'Step length'],
  ['51', 'ball_speed', 'm/s', 100, 0, 'Vitesse de la balle', 'Ball speed'],
  ['54', 'haemoglobin', 'g/dL', 100, 0, 'Hémoglobine totale', 'Total haemoglobin'],
  ['57', 'haemoglobin_saturated', '%', 10, 0, 'Hémoglobine saturée', 'Saturated haemoglobin'],
  ['108', 'respiration', '1/min', 100, 0, 'Fréquence respiratoire', 'Respiration rate'],
  ['91', 'pressure', 'Pa', 1, 0, 'Pression absolue', 'Absolute pressure'],
  ['92', 'depth', 'm', 1000, 0, 'Profondeur', 'Depth'],
  ['82', 'motor_power', 'W', 1, 0, 'Puissance du moteur', 'Motor power'],
  ['81', 'battery', '%', 2, 0, 'Batterie', 'Battery'],
];

export const recordFields: readonly RecordField[] = rows.map(([nums, name, unit, scale, offset, fr, en]) => ({
  fields: nums.split(',').map((num) => ({ num: Number(num), scale, offset })),
  ...{ name, unit, fr, en },
}));

/** Of 1/128 rpm, what the whole revolutions of the cadence lack. */
export const fractionalCadence = { num: 53, scale: 128 } as const;

/** The share of one side in %, and a bit that says it is the right one's. */
export const leftRightBalance = { num: 30, rightBit: 0x80, mask: 0x7f } as const;
