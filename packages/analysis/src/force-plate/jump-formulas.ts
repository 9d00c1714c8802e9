import { asymmetryFormula, type Explained, formula, noFormula } from '../explained/explained.ts';

const wholeJump = 'unweighting…propulsion';
const sideRoles = ['forceLeft', 'forceRight'] as const;

/** Left and right of a push. */
export const sideFormulas = {
  weightLeft: formula(['P = Σ F ÷ n, n = {n}', 'W = Σ F ÷ n, n = {n}'], 'weighing', ['forceLeft']),
  weightRight: formula(['P = Σ F ÷ n, n = {n}', 'W = Σ F ÷ n, n = {n}'], 'weighing', ['forceRight']),
  propulsiveMeanLeft: formula('F = Σ F ÷ n, n = {n}', 'propulsion', ['forceLeft']),
  propulsiveMeanRight: formula('F = Σ F ÷ n, n = {n}', 'propulsion', ['forceRight']),
  propulsivePeakLeft: noFormula('read', 'propulsion', ['forceLeft']),
  propulsivePeakRight: noFormula('read', 'propulsion', ['forceRight']),
  propulsiveImpulseLeft: formula(['J = ∫(F − {weight:P} ÷ 2) dt', 'J = ∫(F − {weight:W} ÷ 2) dt'], 'propulsion', [
    'forceLeft',
  ]),
  propulsiveImpulseRight: formula(['J = ∫(F − {weight:P} ÷ 2) dt', 'J = ∫(F − {weight:W} ÷ 2) dt'], 'propulsion', [
    'forceRight',
  ]),
  asymmetry: asymmetryFormula('propulsiveMeanLeft', 'propulsiveMeanRight', 'propulsion', sideRoles),
} as const satisfies Record<string, Explained>;

const weightAndMass = {
  weight: formula(['P = Σ F ÷ n, n = {n}', 'W = Σ F ÷ n, n = {n}'], 'weighing'),
  mass: formula(['m = {weight:P} ÷ {gravity:g}', 'm = {weight:W} ÷ {gravity:g}'], 'weighing'),
} as const;

/** Heights, times and power of a squat jump, which begins with its push. */
export const sjFormulas = {
  heightImpulse: formula('h = {velocityTakeOff:v}² ÷ (2·{gravity:g})', 'propulsion'),
  heightFlight: formula('h = {gravity:g}·{flightTime:t}² ÷ 8', 'flight'),
  heightSquat: formula('h = {heightImpulse:h₀} + ∫v dt', 'propulsion'),
  flightTime: noFormula('read', 'flight'),
  ...weightAndMass,
  velocityTakeOff: formula(
    ['v = ∫(F − {weight:P}) dt ÷ {mass:m}', 'v = ∫(F − {weight:W}) dt ÷ {mass:m}'],
    'propulsion',
  ),
  peakForce: noFormula('read', 'propulsion'),
  peakPower: formula('P = max(F·v)', 'propulsion'),
  meanPower: formula('P = Σ(F·v) ÷ n, n = {n}', 'propulsion'),
  propulsionTime: noFormula('read', 'propulsion'),
  impulse: formula('J = {mass:m}·{velocityTakeOff:v}', 'propulsion'),
  ...sideFormulas,
} as const satisfies Record<string, Explained>;

export const cmjFormulas = {
  heightImpulse: formula('h = {velocityTakeOff:v}² ÷ (2·{gravity:g})', wholeJump),
  heightFlight: formula('h = {gravity:g}·{flightTime:t}² ÷ 8', 'flight'),
  heightStanding: formula('h = {heightImpulse:h₀} + ∫v dt', wholeJump),
  flightTime: noFormula('read', 'flight'),
  rsiModified: formula('RSI = {heightImpulse:h} ÷ {timeToTakeOff:t}', wholeJump),
  timeToTakeOff: noFormula('read', wholeJump),
  ...weightAndMass,
  depth: formula('z = min(∫v dt)', wholeJump),
  velocityMin: formula(
    ['v = min(∫(F − {weight:P}) dt ÷ {mass:m})', 'v = min(∫(F − {weight:W}) dt ÷ {mass:m})'],
    'unweighting',
  ),
  velocityPeak: formula(
    ['v = max(∫(F − {weight:P}) dt ÷ {mass:m})', 'v = max(∫(F − {weight:W}) dt ÷ {mass:m})'],
    wholeJump,
  ),
  velocityTakeOff: formula(['v = ∫(F − {weight:P}) dt ÷ {mass:m}', 'v = ∫(F − {weight:W}) dt ÷ {mass:m}'], wholeJump),
  peakForce: noFormula('read', 'braking…propulsion'),
  peakPower: formula('P = max(F·v)', 'propulsion'),
  peakPowerRelative: formula('P = {peakPower:P} ÷ {mass:m}', 'propulsion'),
  meanPower: formula('P = Σ(F·v) ÷ n, n = {n}', 'propulsion'),
  unloadingTime: noFormula('read', 'unweighting'),
  yieldingTime: noFormula('read', 'unweighting'),
  unweightingTime: noFormula('read', 'unweighting'),
  brakingTime: noFormula('read', 'braking'),
  propulsionTime: noFormula('read', 'propulsion'),
  brakingRfd: formula('RFD = ΔF ÷ Δt', 'braking'),
  stiffness: formula('k = ΔF ÷ Δz ÷ 1000', 'braking'),
  brakingImpulse: formula('J = {mass:m}·Δv', 'braking'),
  propulsiveImpulse: formula('J = {mass:m}·Δv', 'propulsion'),
  work: formula('W = ∫(F·v) dt', 'propulsion'),
  ...sideFormulas,
} as const satisfies Record<string, Explained>;

const ofHeight = 'h = v² ÷ (2·{gravity:g})';
export const cmjUnipodalFormulas = {
  heightLeft: formula(ofHeight, 'propulsion'),
  heightRight: formula(ofHeight, 'propulsion'),
  heightFlightLeft: formula('h = {gravity:g}·t² ÷ 8', 'flight'),
  heightFlightRight: formula('h = {gravity:g}·t² ÷ 8', 'flight'),
  asymmetry: asymmetryFormula('heightLeft', 'heightRight', 'propulsion'),
  jumpsLeft: noFormula('counted', 'propulsion'),
  jumpsRight: noFormula('counted', 'propulsion'),
} as const satisfies Record<string, Explained>;

export const djFormulas = {
  contactTime: noFormula('read', 'contact'),
  flightTime: noFormula('read', 'flight'),
  heightFlight: formula('h = {gravity:g}·{flightTime:t}² ÷ 8', 'flight'),
  rsi: formula('RSI = {heightFlight:h} ÷ {contactTime:t}', 'contact…flight'),
  rsr: formula('RSR = {flightTime:t₂} ÷ {contactTime:t₁}', 'contact…flight'),
  heightImpulse: formula('h = {velocityTakeOff:v}² ÷ (2·{gravity:g})', 'contact'),
  velocityTakeOff: formula(
    [
      'v = {velocityTouchDown:v₀} + ∫(F − {weight:P}) dt ÷ {mass:m}',
      'v = {velocityTouchDown:v₀} + ∫(F − {weight:W}) dt ÷ {mass:m}',
    ],
    'contact',
  ),
  velocityTouchDown: noFormula('model', 'contact'),
  dropHeight: formula('h = {velocityTouchDown:v₀}² ÷ (2·{gravity:g})', 'contact'),
  brakingTime: noFormula('read', 'contact'),
  propulsionTime: noFormula('read', 'contact'),
  depth: formula('z = min(∫v dt)', 'contact'),
  stiffness: formula('k = {peakForce:F} ÷ (−{depth:z}) ÷ 1000', 'contact'),
  peakForce: noFormula('read', 'contact'),
  weight: formula(['P = Σ F ÷ n', 'W = Σ F ÷ n']),
  mass: formula(['m = {weight:P} ÷ {gravity:g}', 'm = {weight:W} ÷ {gravity:g}']),
} as const satisfies Record<string, Explained>;
