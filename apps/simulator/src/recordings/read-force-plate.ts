import { readTable } from './read-table.ts';
import { type SourceModule, sourceModule } from './source-module.ts';

const rateHz = 1000;

/** Countermovement jumps on two plates; fztot is the sum of both, taken before rounding to float32. */
export function readForcePlate(): SourceModule {
  const table = readTable('01_jumps_gidiel/Dual-CMJ-Fz.txt', { delimiter: '\t' });
  const left = table.numbers('FP1');
  const right = table.numbers('FP2');
  const force = { unit: 'N', type: 'float32', precision: 1 } as const;
  return sourceModule({
    id: 1,
    type: 'plate',
    rateHz,
    realtimeRateHz: 50,
    timing: 'regular',
    times: left.map((_, i) => i / rateHz),
    columns: [
      { ...force, name: 'fzg', fr: 'Force verticale gauche', en: 'Left vertical force', values: left },
      { ...force, name: 'fzd', fr: 'Force verticale droite', en: 'Right vertical force', values: right },
      {
        ...force,
        name: 'fztot',
        fr: 'Force verticale totale',
        en: 'Total vertical force',
        values: left.map((n, i) => n + (right[i] ?? 0)),
      },
    ],
  });
}
