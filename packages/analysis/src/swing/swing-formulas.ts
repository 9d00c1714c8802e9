import { type Explained, formula, noFormula } from '../explained/explained.ts';

const gyroscope = ['x', 'y', 'z'] as const;
const headSpeed = 'v = {peakRotation:ω}·π ÷ 180·{radius:r}';

export const golfFormulas = {
  peakRotation: formula('ω = max(√(x² + y² + z²))', 'downswing'),
  headSpeed: formula(headSpeed, 'downswing'),
  backswing: noFormula('read', 'backswing'),
  downswing: noFormula('read', 'downswing'),
  tempo: formula('r = {backswing:t₁} ÷ {downswing:t₂}', 'backswing…downswing'),
  samples: noFormula('counted'),
  rate: formula('f = n ÷ Δt, n = {n}'),
} as const satisfies Record<string, Explained>;

export const tennisFormulas = {
  strokes: noFormula('counted', 'swing', gyroscope),
  withBall: noFormula('counted', 'swing', ['accX', 'accY', 'accZ']),
  peakRotation: formula('ω = max(√(x² + y² + z²))', 'swing', gyroscope),
  meanRotation: formula('ω = Σ max(√(x² + y² + z²)) ÷ {strokes:N}', 'swing', gyroscope),
  headSpeed: formula(headSpeed, 'swing', gyroscope),
  timeToPeak: formula('t = Σ t ÷ {strokes:N}', 'swing', gyroscope),
} as const satisfies Record<string, Explained>;

export const hammerFormulas = {
  releaseSpeed: formula('v = √(F·{radius:r} ÷ {mass:m})', 'turn'),
  peakForce: noFormula('read'),
  rotation: formula('ω = {releaseSpeed:v} ÷ {radius:r}', 'turn'),
  turns: noFormula('counted', 'turn'),
  lastTurn: noFormula('read', 'turn'),
  range: formula(
    'd = {releaseSpeed:v}·cos({angle:α})·({releaseSpeed:v}·sin({angle:α}) + √({releaseSpeed:v}²·sin({angle:α})² + 2·{gravity:g}·{height:h})) ÷ {gravity:g}',
    'turn',
  ),
} as const satisfies Record<string, Explained>;
