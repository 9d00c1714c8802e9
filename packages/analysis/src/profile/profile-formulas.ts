import { type Explained, formula, noFormula } from '../explained/explained.ts';

const ofProfile = {
  force0: noFormula('fitted'),
  velocity0: noFormula('fitted'),
  power: formula('P = {force0:F₀}·{velocity0:V₀} ÷ 4'),
  slope: formula('S = −{force0:F₀} ÷ {velocity0:V₀}'),
  optimalSlope: noFormula('model'),
  balance: formula('B = 100·{slope:S} ÷ {optimalSlope:S*}'),
  imbalance: formula('D = |100 − {balance:B}|'),
  speedTakeOff: noFormula('model'),
  height: formula('h = {speedTakeOff:v}² ÷ (2·{gravity:g})'),
  heightOptimal: noFormula('model'),
} as const satisfies Record<string, Explained>;

export const jumpProfileFormulas = {
  ...ofProfile,
  loads: noFormula('counted'),
  rSquared: formula('R² = 1 − Σ(F − F̂)² ÷ Σ(F − m)²'),
} as const satisfies Record<string, Explained>;

export const knownProfileFormulas = {
  ...ofProfile,
  force0: noFormula('read'),
  velocity0: noFormula('read'),
  pushOff: noFormula('model'),
} as const satisfies Record<string, Explained>;
