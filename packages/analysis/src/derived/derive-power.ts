import type { Column } from '../analysis.ts';
import { type Derivation, type DerivedColumn, inOneModule, inUnit, type Recorded } from './derivation.ts';

/** s; a revolution of the crank lasts no longer. */
const longestRevolution = 5;

const column = (name: string, fr: string, en: string): DerivedColumn => ({ name, unit: 'W', description: { fr, en } });

/** Power of both sides, of torque and cadence, and its mean over each revolution of the crank. */
export function derivePower(recorded: Recorded): Derivation[] {
  const whole = recorded.isMeasured('Puissance') ? undefined : (bothSides(recorded) ?? ofTorque(recorded));
  const means = ofRevolutions(recorded);
  return [...(whole ? [whole] : []), ...(means ? [means] : [])].map((one, i) => ({
    ...one,
    module: i === 0 ? 'derived_power' : `derived_power_${i + 1}`,
  }));
}

function bothSides(recorded: Recorded): Omit<Derivation, 'module'> | undefined {
  const inputs = inOneModule(recorded, [
    [/^(puissance|power)_(g|left)$/i, 'W'],
    [/^(puissance|power)_(d|right)$/i, 'W'],
  ]);
  if (inputs === undefined) return undefined;
  return {
    ...{ inputs, marginSeconds: 0, leastHz: 0 },
    columns: [column('Puissance', 'Puissance (gauche + droite)', 'Power (left + right)')],
    compute(given) {
      const [left, right] = given.map((one, i) => inUnit(one, recorded.units[inputs[i] ?? ''] ?? '', 'W'));
      return [left!.map((one, i) => one + right![i]!)];
    },
  };
}

function ofTorque(recorded: Recorded): Omit<Derivation, 'module'> | undefined {
  const inputs = inOneModule(recorded, [
    [/^(couple|torque)$/i, 'N·m'],
    [/^cadence$/i, '1/min'],
  ]);
  if (inputs === undefined) return undefined;
  return {
    ...{ inputs, marginSeconds: 0, leastHz: 0 },
    columns: [column('Puissance', 'Puissance (couple · 2π · cadence ÷ 60)', 'Power (torque · 2π · cadence ÷ 60)')],
    compute([torque, cadence]) {
      return [torque!.values.map((one, i) => (one * 2 * Math.PI * cadence!.values[i]!) / 60)];
    },
  };
}

function ofRevolutions(recorded: Recorded): Omit<Derivation, 'module'> | undefined {
  if (recorded.isMeasured('Puissance_mean')) return undefined;
  const inputs = inOneModule(recorded, [
    [/^(puissance|power)$/i, 'W'],
    [/^cadence$/i, '1/min'],
  ]);
  if (inputs === undefined) return undefined;
  return {
    ...{ inputs, marginSeconds: longestRevolution, leastHz: 10 },
    columns: [column('Puissance_mean', 'Puissance moyenne par tour (cadence)', 'Mean power per revolution (cadence)')],
    compute: ([power, cadence]) => [meanOfRevolutions(power!, cadence!)],
  };
}

/** Time-weighted mean over each whole revolution; none while the crank stands. */
function meanOfRevolutions({ timesSeconds, values }: Column, cadence: Column): Float64Array {
  const out = new Float64Array(values.length).fill(Number.NaN);
  let [from, turned, work] = [0, 0, 0];
  for (let i = 1; i < values.length; i++) {
    const seconds = timesSeconds[i]! - timesSeconds[i - 1]!;
    turned += ((cadence.values[i]! + cadence.values[i - 1]!) / 120) * seconds;
    work += ((values[i]! + values[i - 1]!) / 2) * seconds;
    const lasted = timesSeconds[i]! - timesSeconds[from]!;
    const isWhole = turned >= 1;
    if (isWhole && lasted > 0) out.fill(work / lasted, from, i);
    // A gap, or a crank that stands, begins anew.
    if (isWhole || !Number.isFinite(turned + work) || lasted > longestRevolution) [from, turned, work] = [i, 0, 0];
  }
  return out;
}
