import type { Column } from '../analysis.ts';
import { turnsOfAngle } from '../bike/find-turns.ts';
import { type Derivation, inOneModule, inUnit, type Recorded } from './derivation.ts';

const bikes = ['velo', 'bmx', 'instrack', 'cycling'];
/** s; a turn of the crank lasts no longer: slower than 12 a minute it stands. */
const longestTurn = 5;

/** Cadence of a bike whose crank has its angle recorded, and whose cadence was not. */
export function deriveCadence(recorded: Recorded): Derivation[] {
  if (!recorded.sports.some((sport) => bikes.includes(sport)) || recorded.isMeasured('Cadence')) return [];
  const spelled = /^((crank|pos)_?angle|angle(_(crank|manivelle))?|theta)$/i;
  const inputs = inOneModule(recorded, [[spelled, '°']]);
  if (inputs === undefined) return [];
  const description = {
    fr: 'Cadence (60 ÷ durée du tour de manivelle)',
    en: 'Cadence (60 ÷ time of a turn of the crank)',
  };
  return [
    {
      ...{ module: 'derived_cadence', inputs, marginSeconds: 2 * longestTurn, leastHz: 10 },
      columns: [{ name: 'Cadence', unit: '1/min', description }],
      compute: ([angle]) => [ofTurns(angle!, recorded.units[inputs[0] ?? ''] ?? '')],
    },
  ];
}

/** Of each whole turn, as long as it lasts; none while the crank stands. */
function ofTurns(angle: Column, unit: string): Float64Array {
  const times = angle.timesSeconds;
  const out = new Float64Array(times.length).fill(Number.NaN);
  for (const { from, to } of turnsOfAngle(inUnit(angle, unit, '°'))) {
    const seconds = times[to]! - times[from]!;
    if (seconds > 0 && seconds <= longestTurn) out.fill(60 / seconds, from, to);
  }
  return out;
}
