import { answer, type Case, ofEvent, ofValues, pathOf } from './ask.ts';

const single = [pathOf('01_jumps_gidiel/Single-CMJ-Fz.txt'), '--analysis', 'cmj', '--rate', '1000'];
const weighed = ['--param', 'weighFrom=0', '--param', 'weighTo=1'];
const dual = [
  ...[pathOf('01_jumps_gidiel/Dual-CMJ-Fz.txt'), '--analysis', 'cmj', '--rate', '1000', ...weighed],
  ...['--input', 'forceLeft=FP1', '--input', 'forceRight=FP2'],
];

const grf = [pathOf('02_jumps_cop_bmc/GRFZjump.txt'), '--analysis', 'cmj', '--rate', '600'];
const notebook = [...grf, '--preset', 'duarteWatanabe2021'];
const soft = [...grf, '--param', 'weighFrom=0', '--param', 'weighTo=0.1'];

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
  ],
};
