import { type Explained, formula, noFormula } from '../explained/explained.ts';

const best = (seconds: number) => formula(`P = max(Σ P ÷ ${seconds})`);
export const cyclingPowerFormulas = {
  mean: formula('P = Σ P ÷ n'),
  max: noFormula('read'),
  normalised: formula('NP = (Σ P₃₀⁴ ÷ n)^¼'),
  variability: formula('VI = {normalised:NP} ÷ {mean:P}'),
  intensity: formula('IF = {normalised:NP} ÷ {ftp:FTP}'),
  stress: formula('TSS = t·{intensity:IF}² ÷ 36'),
  work: formula('W = Σ P ÷ 1000'),
  ...{ best5s: best(5), best30s: best(30), best1min: best(60) },
  ...{ best5min: best(300), best20min: best(1200), best60min: best(3600) },
} as const satisfies Record<string, Explained>;

export const criticalPowerFormulas = {
  critical: noFormula('fitted'),
  reserve: noFormula('fitted'),
  maximal: noFormula('fitted'),
  rSquared: formula('R² = 1 − Σ(y − ŷ)² ÷ Σ(y − m)²'),
  efforts: noFormula('counted'),
} as const satisfies Record<string, Explained>;

export const criticalSpeedFormulas = {
  critical: noFormula('fitted'),
  reserve: noFormula('fitted'),
  rSquared: formula('R² = 1 − Σ(d − d̂)² ÷ Σ(d − m)²'),
  efforts: noFormula('counted'),
} as const satisfies Record<string, Explained>;

export const torqueCadenceFormulas = {
  power: formula('P = {torqueOptimal:T}·2·π·{cadenceOptimal:C} ÷ 60', 'acceleration'),
  cadenceOptimal: formula('C = {cadence0:C₀} ÷ 2', 'acceleration'),
  torqueOptimal: formula('T = {torque0:T₀} ÷ 2', 'acceleration'),
  torque0: noFormula('fitted', 'acceleration'),
  cadence0: noFormula('fitted', 'acceleration'),
  rSquared: formula('R² = 1 − Σ(T − T̂)² ÷ Σ(T − m)²', 'acceleration'),
  points: noFormula('counted', 'acceleration'),
} as const satisfies Record<string, Explained>;

export const ergocycleFormulas = {
  ...torqueCadenceFormulas,
  powerBest: formula('P = max(T·2·π·C ÷ 60)'),
  cadenceMax: noFormula('read', undefined, ['cadence']),
  fatigue: formula('I = 100·(P₅ − Pₑ) ÷ P₅'),
} as const satisfies Record<string, Explained>;

export const pedallingFormulas = {
  effectiveness: formula('TE = Σ(100·(P⁺ + P⁻) ÷ P⁺) ÷ {turns:N}'),
  smoothness: formula('PS = Σ(100·m ÷ max(P)) ÷ {turns:N}'),
  power: formula('P = Σ m ÷ {turns:N}'),
  deadCentre: formula('DC = Σ(100·min(P) ÷ m) ÷ {turns:N}'),
  cadence: formula('C = 60·{turns:N} ÷ Σ t', undefined, ['angle']),
  balance: formula(['B = 100·D ÷ (G + D)', 'B = 100·R ÷ (L + R)'], undefined, ['powerLeft', 'powerRight']),
  asymmetry: formula(['A = 100·(D − G) ÷ max(D\u00a0; G)', 'A = 100·(R − L) ÷ max(R; L)'], undefined, [
    'powerLeft',
    'powerRight',
  ]),
  turns: noFormula('counted', undefined, ['angle']),
} as const satisfies Record<string, Explained>;

export const wheelPowerFormulas = {
  mean: formula('P = Σ(T·2·π·v ÷ {circumference:L}) ÷ n, n = {n}', undefined, ['torque', 'speed']),
  max: formula('P = max(T·2·π·v ÷ {circumference:L})', undefined, ['torque', 'speed']),
  difference: formula('e = √(Σ(P − P̂)² ÷ n), n = {n}'),
} as const satisfies Record<string, Explained>;

const reached = (metres: number) => formula(`∫v dt = ${metres} m`, undefined, ['speed']);
const speedAt = () => noFormula('read', undefined, ['speed']);
export const bmxStartFormulas = {
  reaction: noFormula('read', undefined, ['gate', 'torque']),
  powerTurn: formula('P = T·2·π·{cadenceAtPower:C} ÷ 60', 'bestTurn', ['torque', 'cadence']),
  powerSecond: formula('P = max(∫P dt ÷ Δt)', undefined, ['torque', 'cadence']),
  torqueMax: noFormula('read', undefined, ['torque']),
  cadenceAtPower: formula('C = ∫C dt ÷ Δt', 'bestTurn', ['cadence']),
  timeToPower: noFormula('read', 'bestTurn', ['torque']),
  ...{ time10: reached(10), time20: reached(20), time30: reached(30) },
  ...{ speed10: speedAt(), speed20: speedAt(), speed30: speedAt() },
  airTime: noFormula('read', undefined, ['acceleration']),
} as const satisfies Record<string, Explained>;

export const instrackFormulas = {
  laps: noFormula('counted', 'lap', ['speed', 'trigger']),
  best: noFormula('read', 'lap', ['speed', 'trigger']),
  mean: formula('t = Σ t ÷ {laps:N}', 'lap', ['speed', 'trigger']),
  deviation: formula('s = √(Σ(t − {mean:m})² ÷ ({laps:N} − 1))', 'lap', ['speed', 'trigger']),
  speed: formula('v = {lapLength:L} ÷ {mean:t}', 'lap', ['speed', 'trigger']),
  power: formula('P = Σ P ÷ n', 'lap', ['power']),
} as const satisfies Record<string, Explained>;
