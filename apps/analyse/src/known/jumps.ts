import { type Case, ofEvent, ofValues, pathOf } from './ask.ts';

const single = [pathOf('01_jumps_gidiel/Single-CMJ-Fz.txt'), '--analysis', 'cmj', '--rate', '1000'];
const weighed = ['--param', 'weighFrom=0', '--param', 'weighTo=1'];
const dual = [
  ...[pathOf('01_jumps_gidiel/Dual-CMJ-Fz.txt'), '--analysis', 'cmj', '--rate', '1000', ...weighed],
  ...['--input', 'forceLeft=FP1', '--input', 'forceRight=FP2'],
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
};
