import { answer, answerOfRows, type Case, ofEvent, ofValues, pathOf, valuesIn } from './ask.ts';

const single = [pathOf('01_jumps_gidiel/Single-CMJ-Fz.txt'), '--analysis', 'cmj', '--rate', '1000'];
const weighed = ['--param', 'weighFrom=0', '--param', 'weighTo=1'];
const dual = [
  ...[pathOf('01_jumps_gidiel/Dual-CMJ-Fz.txt'), '--analysis', 'cmj', '--rate', '1000', ...weighed],
  ...['--input', 'forceLeft=FP1', '--input', 'forceRight=FP2'],
];

const grf = [pathOf('02_jumps_cop_bmc/GRFZjump.txt'), '--analysis', 'cmj', '--rate', '600'];
const notebook = [...grf, '--preset', 'duarteWatanabe2021'];
const soft = [...grf, '--param', 'weighFrom=0', '--param', 'weighTo=0.1'];

const hopOf70kg = () =>
  answerOfRows(
    [
      ['contact', 'flight'],
      [0.2, 0.3],
    ],
    ['--analysis', 'hopTimes', '--param', 'bodyMass=70'],
  );
/** Two pulls of 2 s, the second the larger one, between rests. */
const nordicOf312And355 = () => {
  const rows = Array.from({ length: 1200 }, (_, i) => {
    const t = i / 100;
    const level = (t >= 2 && t < 4 ? 0.9 : 0) + (t >= 7 && t < 9 ? 1 : 0);
    return [t, 312 * level, 355 * level];
  });
  return answerOfRows([['T (s)', 'fg (N)', 'fd (N)'], ...rows], ['--analysis', 'nordic']);
};
const posture = [
  ...[pathOf('02_jumps_cop_bmc/postureData.csv'), '--analysis', 'sway'],
  ...['--input', 'x=COG_X', '--input', 'y=COG_Z'],
];
const running = [
  ...[pathOf('05_running_contacts_dryft/custom_drift_S001runT25.csv'), '--analysis', 'runningContacts'],
  ...['--rate', '300'],
];

/** Jumps on force plates. */
export const jumpSets: Readonly<Record<string, readonly Case[]>> = {
  '01_jumps_gidiel': [
    ofValues('cmj_weight', [...single, ...weighed], 'weight'),
    ofEvent('cmj_onset', single, 'onset'),
    ofEvent('cmj_to', single, 'takeOff'),
    ofValues('cmj_flight', single, 'flightTime'),
    ofValues('cmj_h_ft', single, 'heightFlight'),
    ofValues('cmj_h_im', single, 'heightImpulse'),
    ofValues('cmj_depth', single, 'depth'),
    ofValues('cmj_peakP', single, 'peakPower'),
    ofValues('cmj_peakF', single, 'peakForce'),
    ofValues('cmj_vmin', single, 'velocityMin'),
    ofValues('cmj_vpeak', single, 'velocityPeak'),
    ofValues('cmj_t_unw', single, 'unweightingTime'),
    ofValues('cmj_t_brk', single, 'brakingTime'),
    ofValues('cmj_t_prop', single, 'propulsionTime'),
    ofValues('cmj_rsimod', single, 'rsiModified'),
    ofValues('dual_W', dual, 'weightLeft', 'weightRight'),
    ofValues('dual_imp_prop', dual, 'propulsiveImpulseLeft', 'propulsiveImpulseRight'),
    ofValues('dual_mean_prop', dual, 'propulsiveMeanLeft', 'propulsiveMeanRight'),
    ofValues('dual_peak_prop', dual, 'propulsivePeakLeft', 'propulsivePeakRight'),
  ],
  '02_jumps_cop_bmc': [
    ofEvent('cmj_to', notebook, 'takeOff'),
    ofEvent('cmj_ld', notebook, 'landing'),
    ofValues('cmj_h_ft_nb', notebook, 'heightFlight'),
    ofEvent('cmj_start95', notebook, 'onset'),
    {
      id: 'cmj_lowest',
      found() {
        const { events } = answer(notebook);
        const at = (name: string) => events.find((event) => event.name === name)?.at ?? Number.NaN;
        return [at('lowest') - at('onset')];
      },
    },
    ofValues('cmj_h_ft20', soft, 'heightFlight'),
    ofValues('cmj_h_im', soft, 'heightImpulse'),
    ofValues('sway_path', posture, 'path'),
    ofValues('sway_vel', posture, 'velocity'),
    ofValues('sway_area_F', posture, 'areaF'),
    ofValues('sway_area_chi2', posture, 'areaChi'),
  ],
  '00_analytic_cases': [
    { id: 'hop_dalleau', found: () => valuesIn(hopOf70kg(), ['stiffness']) },
    { id: 'nordic', found: () => valuesIn(nordicOf312And355(), ['imbalance']) },
    { id: 'hop_fmax', found: () => valuesIn(hopOf70kg(), ['peakForce']) },
  ],
  '05_running_contacts_dryft': [ofValues('n', running, 'contacts'), ofValues('drift_end', running, 'drift')],
};
