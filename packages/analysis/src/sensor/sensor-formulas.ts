import { type Explained, formula, noFormula } from '../explained/explained.ts';

const fitted = noFormula('fitted');
const model = noFormula('model');
const counted = noFormula('counted');
const rms = (letter: string, of: string) => formula(`${letter} = √(Σ(${of})² ÷ {n})`);

export const sixPositionsFormulas = {
  ...{ biasX: fitted, biasY: fitted, biasZ: fitted, gainX: fitted, gainY: fitted, gainZ: fitted },
  ...{ axisXx: fitted, axisXy: fitted, axisXz: fitted, axisYx: fitted, axisYy: fitted, axisYz: fitted },
  ...{ axisZx: fitted, axisZy: fitted, axisZz: fitted },
  ...{ gyroBiasX: fitted, gyroBiasY: fitted, gyroBiasZ: fitted },
  ...{ gyroGainX: fitted, gyroGainY: fitted, gyroGainZ: fitted },
  residualBefore: formula('e = Σ ||a| − {gravity:g}| ÷ N'),
  residual: formula('e = Σ ||a| − {gravity:g}| ÷ N'),
} as const satisfies Record<string, Explained>;

export const orientationFormulas = {
  roll: model,
  rollRange: formula('Δφ = max(φ) − min(φ)'),
  pitch: model,
  pitchRange: formula('Δθ = max(θ) − min(θ)'),
  turn: formula('Δψ = ψ(t₁) − ψ(t₀)'),
  inclinationError: rms('e', 'α'),
  totalError: rms('e', 'α'),
  samples: counted,
} as const satisfies Record<string, Explained>;

export const synchronisationFormulas = {
  offset: formula('τ = arg max r(τ)'),
  correlation: formula('r = Σ(a·b) ÷ √(Σa²·Σb²)'),
  confidence: noFormula('read'),
  second: noFormula('read'),
  secondCorrelation: noFormula('read'),
} as const satisfies Record<string, Explained>;

export const filteringFormulas = {
  filtered: model,
  removed: rms('r', 'x − f'),
  largestRemoved: formula('m = max(|x − f|)'),
  resampled: formula('y = x₀ + (x₁ − x₀)·(t − t₀) ÷ (t₁ − t₀)'),
  rate: formula(['f = 1 ÷ médiane(Δt)', 'f = 1 ÷ median(Δt)']),
} as const satisfies Record<string, Explained>;

export const mountingFormulas = {
  positiveShare: formula('p = 100·t(a > m(a)) ÷ t'),
  gravity: formula('g = |m(a)|'),
  upright: formula('u = 100·m(a_z) ÷ |m(a)|'),
  surgeShare: formula('s = 100·σ²(a_x) ÷ (σ²(a_x) + σ²(a_y))', undefined, ['accX', 'accY']),
  rollShare: formula('s = 100·σ²(ω_x) ÷ (σ²(ω_x) + σ²(ω_y))', undefined, ['gyroX', 'gyroY']),
  speedAgreement: formula('r = Σ(a·v̇) ÷ √(Σa²·Σv̇²)'),
  strokesRecorded: counted,
  strokesCorrected: counted,
  rateRecorded: formula('c = Σ(60 ÷ t) ÷ {strokesRecorded:N}'),
  rateCorrected: formula('c = Σ(60 ÷ t) ÷ {strokesCorrected:N}'),
  driveShareRecorded: formula('p = Σ(100·t₁ ÷ t) ÷ {strokesRecorded:N}'),
  driveShareCorrected: formula('p = Σ(100·t₁ ÷ t) ÷ {strokesCorrected:N}'),
} as const satisfies Record<string, Explained>;

const each = noFormula('meanOfPieces');

export const crewTimingFormulas = {
  catchSpread: each,
  finishSpread: each,
  catchRange: each,
  strokes: counted,
  rate: formula(['c = 60 ÷ médiane(t)', 'c = 60 ÷ median(t)']),
  ...{ late1: each, late2: each, late3: each, late4: each },
  ...{ late5: each, late6: each, late7: each, late8: each },
} as const satisfies Record<string, Explained>;
