import { asymmetryFormula, type Explained, formula, noFormula } from '../explained/explained.ts';

const whole = 'drive…recovery';
const each = (of?: readonly string[], over = 'drive') => noFormula('meanOfPieces', over, of);
const deviation = (mean: string, count: string) => `s = √(Σ(c − {${mean}:m})² ÷ ({${count}:N} − 1))`;

export const rowingStrokesFormulas = {
  strokes: noFormula('counted', whole, ['acceleration']),
  rate: formula('c = Σ(60 ÷ t) ÷ {strokes:N}', whole, ['acceleration']),
  rateDeviation: formula(deviation('rate', 'strokes'), whole, ['acceleration']),
  driveTime: formula('t = Σ t ÷ {strokes:N}', 'drive', ['acceleration']),
  driveShare: formula('p = Σ(100·t₁ ÷ t) ÷ {strokes:N}', 'drive', ['acceleration']),
  strokeDistance: formula('d = Σ ∫v dt ÷ {strokes:N}', whole, ['speed']),
  checkTime: each(['acceleration'], 'recovery'),
  checkShare: each(['acceleration'], 'recovery'),
  checkSpeed: formula('Δv = Σ ∫|a| dt ÷ {strokes:N}', 'recovery', ['acceleration']),
  efficiency: formula('E = Σ(100·m(v)³ ÷ m(v³)) ÷ {strokes:N}', whole, ['speed']),
  pitch: formula('θ = Σ arctan(x ÷ √(y² + z²)) ÷ n, n = {n}', whole, ['acceleration', 'port', 'up']),
  pitchRange: formula('Δθ = Σ(max(θ) − min(θ)) ÷ {strokes:N}', whole, ['acceleration', 'port', 'up', 'pitchRate']),
} as const satisfies Record<string, Explained>;

const [angle, force] = [['angle'], ['force']] as const;
export const gateForceFormulas = {
  strokes: noFormula('counted', 'drive…drive'),
  rate: formula('c = Σ(60 ÷ t) ÷ {strokes:N}', 'drive…drive', angle),
  driveShare: formula('p = Σ(100·t₁ ÷ t) ÷ {strokes:N}', 'drive', angle),
  catch: each(angle),
  finish: each(angle),
  length: formula('L = {finish:φ₂} − {catch:φ₁}', 'drive', angle),
  slip: each(),
  wash: each(),
  effective: formula('L = {length:L} − {slip:s} − {wash:w}', 'drive'),
  forceMax: each(force),
  forceMean: formula('F = Σ(∫F dt ÷ t₁) ÷ {strokes:N}', 'drive', force),
  peakAngle: each(),
  work: formula('W = Σ ∫F·{arm:r} dφ ÷ {strokes:N}', 'drive'),
  power: formula('P = Σ(W ÷ t) ÷ {strokes:N}', 'drive…drive'),
} as const satisfies Record<string, Explained>;

const ofDevice = (role: string) => noFormula('device', undefined, [role]);
export const oarlockFormulas = {
  strokes: noFormula('counted', undefined, ['rate']),
  rate: ofDevice('rate'),
  distance: noFormula('read', undefined, ['distance']),
  elapsed: noFormula('read', undefined, ['rate']),
  split: formula('t = 500·{elapsed:T} ÷ {distance:d}', undefined, ['distance']),
  strokeDistance: formula('d = {distance:d} ÷ N', undefined, ['distance']),
  power: ofDevice('power'),
  powerOfWork: formula('P = {work:W}·{rate:c} ÷ 60', undefined, ['work', 'rate']),
  powerDifference: formula('e = 100·|{powerOfWork:P₁} − {power:P₂}| ÷ {power:P₂}', undefined, ['power', 'work']),
  ...{ work: ofDevice('work'), catch: ofDevice('catch'), slip: ofDevice('slip'), finish: ofDevice('finish') },
  ...{ wash: ofDevice('wash'), forceMean: ofDevice('forceMean'), forceMax: ofDevice('forceMax') },
  peakAngle: ofDevice('peakAngle'),
} as const satisfies Record<string, Explained>;

const all = (of: readonly string[]) => noFormula('meanOfPieces', undefined, of);
export const forceCurvesFormulas = {
  strokes: noFormula('counted'),
  forceMax: all(force),
  forceMean: formula('F = Σ(Σ F ÷ n) ÷ {strokes:N}', undefined, force),
  peakPosition: all(['force', 'handle']),
  peakShare: formula('p = Σ(100·x ÷ L) ÷ {strokes:N}', undefined, ['force', 'handle']),
  length: all(['handle']),
  work: formula('W = Σ Σ(F·Δx) ÷ {strokes:N}', undefined, ['force', 'handle']),
} as const satisfies Record<string, Explained>;

export const rowingBoatFormulas = {
  roll: formula('φ = Σ arctan(−y ÷ z) ÷ n, n = {n}', undefined, ['y', 'z']),
  rollDeviation: formula('s = √(Σ(φ − {roll:m})² ÷ (n − 1)), n = {n}', undefined, ['y', 'z']),
  pitch: formula('θ = Σ arctan(x ÷ √(y² + z²)) ÷ n, n = {n}'),
  pitchDeviation: formula('s = √(Σ(θ − {pitch:m})² ÷ (n − 1)), n = {n}'),
} as const satisfies Record<string, Explained>;

const acceleration = ['acceleration'] as const;
export const kayakFormulas = {
  strokes: noFormula('counted', undefined, acceleration),
  rate: formula('c = Σ(60 ÷ t) ÷ {strokes:N}', undefined, acceleration),
  rateDeviation: formula(deviation('rate', 'strokes'), undefined, acceleration),
  strokesLeft: noFormula('counted', 'left'),
  strokesRight: noFormula('counted', 'right'),
  pushLeft: formula('a = Σ max(a) ÷ {strokesLeft:N}', 'left', acceleration),
  pushRight: formula('a = Σ max(a) ÷ {strokesRight:N}', 'right', acceleration),
  asymmetry: asymmetryFormula('pushLeft', 'pushRight', undefined, acceleration),
} as const satisfies Record<string, Explained>;
