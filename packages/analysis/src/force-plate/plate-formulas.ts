import { asymmetryFormula, type Explained, formula, noFormula } from '../explained/explained.ts';

/** Hops by their times: means of what each of them has. */
export const hopTimesFormulas = {
  hops: noFormula('counted', 'contact'),
  contactTime: formula('t₁ = Σ t₁ ÷ {hops:N}', 'contact'),
  contactTimeDeviation: formula('s = √(Σ(t₁ − {contactTime:m})² ÷ ({hops:N} − 1))', 'contact'),
  flightTime: formula('t₂ = Σ t₂ ÷ {hops:N}', 'contact'),
  height: formula('h = Σ({gravity:g}·t₂² ÷ 8) ÷ {hops:N}', 'contact'),
  rsi: formula('RSI = Σ(h ÷ t₁) ÷ {hops:N}', 'contact'),
  rsiBest5: formula('RSI = Σ(h ÷ t₁) ÷ 5', 'contact'),
  frequency: formula('f = 1 ÷ ({contactTime:t₁} + {flightTime:t₂})', 'contact'),
  stiffness: formula('k = F ÷ (F·t₁² ÷ (m·π²) − {gravity:g}·t₁² ÷ 8) ÷ 1000', 'contact'),
  peakForce: formula('F = m·{gravity:g}·π ÷ 2·(t₂ ÷ t₁ + 1)', 'contact'),
} as const satisfies Record<string, Explained>;

export const hopFormulas = {
  ...hopTimesFormulas,
  stiffnessForce: formula('k = Σ(max(F) ÷ Δz) ÷ {hops:N} ÷ 1000', 'contact'),
  mass: formula('m = Σ F ÷ n ÷ {gravity:g}', 'contact…contact'),
} as const satisfies Record<string, Explained>;

export const runningFormulas = {
  contacts: noFormula('counted', 'contact'),
  contactTime: formula('t₁ = Σ t₁ ÷ {contacts:N}', 'contact'),
  contactTimeDeviation: formula('s = √(Σ(t₁ − {contactTime:m})² ÷ ({contacts:N} − 1))', 'contact'),
  flightTime: formula('t₂ = Σ t₂ ÷ ({contacts:N} − 1)', 'contact'),
  cadence: formula('c = 60·({contacts:N} − 1) ÷ Δt', 'contact…contact'),
  drift: noFormula('read'),
} as const satisfies Record<string, Explained>;

const at = () => noFormula('read', 'effort');
const rise = (ms: number) => formula(`RFD = (F − F₀) ÷ ${ms / 1000}`, 'effort');
const net = () => formula('J = ∫(F − {baseline:F₀}) dt', 'effort');
export const isometricFormulas = {
  peakForce: noFormula('read', 'effort'),
  peakForceNet: formula('F = {peakForce:F} − {baseline:F₀}', 'effort'),
  peakForceRelative: formula(
    ['F = {peakForce:F} ÷ ({bodyWeight:P} ÷ {gravity:g})', 'F = {peakForce:F} ÷ ({bodyWeight:W} ÷ {gravity:g})'],
    'effort',
  ),
  timeToPeak: noFormula('read', 'effort'),
  baseline: formula('F₀ = Σ F ÷ n, n = {n}', 'weighing'),
  rfdMax: formula('RFD = max(ΔF ÷ 0.02)', 'effort'),
  ...{ force50: at(), force100: at(), force150: at(), force200: at(), force250: at() },
  ...{ rfd30: rise(30), rfd50: rise(50), rfd90: rise(90), rfd100: rise(100) },
  ...{ rfd150: rise(150), rfd200: rise(200), rfd250: rise(250) },
  ...{ impulse50: net(), impulse100: net(), impulse150: net(), impulse200: net(), impulse250: net() },
  asymmetry: formula(['A = 100·(D − G) ÷ max(D\u00a0; G)', 'A = 100·(R − L) ÷ max(R; L)'], 'effort', [
    'forceLeft',
    'forceRight',
  ]),
} as const satisfies Record<string, Explained>;

const [left, right] = [['forceLeft'], ['forceRight']] as const;
export const nordicFormulas = {
  peakLeft: noFormula('read', 'effort', left),
  peakRight: noFormula('read', 'effort', right),
  bestLeft: formula('F = (F₁ + F₂ + F₃) ÷ 3', 'effort', left),
  bestRight: formula('F = (F₁ + F₂ + F₃) ÷ 3', 'effort', right),
  relativeLeft: formula('F = {peakLeft:F} ÷ {bodyMass:m}', 'effort', left),
  relativeRight: formula('F = {peakRight:F} ÷ {bodyMass:m}', 'effort', right),
  torqueLeft: formula('M = {peakLeft:F}·{shank:l}', 'effort', left),
  torqueRight: formula('M = {peakRight:F}·{shank:l}', 'effort', right),
  impulseLeft: formula('J = Σ ∫F dt', 'effort', left),
  impulseRight: formula('J = Σ ∫F dt', 'effort', right),
  imbalance: asymmetryFormula('peakLeft', 'peakRight', 'effort'),
  repetitions: noFormula('counted', 'effort'),
} as const satisfies Record<string, Explained>;

export const swayFormulas = {
  path: formula('L = Σ √(Δx² + Δy²)'),
  velocity: formula('v = {path:L} ÷ Δt'),
  areaF: formula('A = π·F₉₅·2(n² − 1) ÷ (n(n − 2))·√(λ₁·λ₂), n = {n}'),
  areaChi: formula('A = π·χ²₉₅·√(λ₁·λ₂), χ²₉₅ = 5.991'),
  angle: noFormula('fitted'),
  meanDistance: formula('d = Σ √(x² + y²) ÷ n, n = {n}'),
  rmsX: formula('s = √(Σ(x − m)² ÷ (n − 1)), n = {n}', undefined, ['x']),
  rmsY: formula('s = √(Σ(y − m)² ÷ (n − 1)), n = {n}', undefined, ['y']),
  rangeX: formula('R = max(x) − min(x)', undefined, ['x']),
  rangeY: formula('R = max(y) − min(y)', undefined, ['y']),
} as const satisfies Record<string, Explained>;
