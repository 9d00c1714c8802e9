import { type Explained, formula, noFormula } from '../explained/explained.ts';

const run = 'acceleration';
const modelled = () => noFormula('model', run);
/** Numbers of a modelled run; rows of a table have no phase, so that all of them count. */
const ofModel = {
  topSpeed: noFormula('fitted', run),
  acceleration: formula('a₀ = {topSpeed:MSS} ÷ {tau:τ}', run),
  tau: noFormula('fitted', run),
  powerModel: formula('P = {topSpeed:MSS}·{acceleration:a₀} ÷ 4', run),
  rmse: formula('e = √(Σ(v − v̂)² ÷ n)', run),
  rSquared: formula('R² = 1 − Σ(v − v̂)² ÷ Σ(v − m)²', run),
  ...{ time5: modelled(), time10: modelled(), time20: modelled(), time30: modelled() },
  ...{ speed5: modelled(), speed10: modelled(), speed20: modelled(), speed30: modelled() },
  force0: modelled(),
  force0Total: formula('F = {force0:F₀}·{bodyMass:m}', run),
  velocity0: modelled(),
  power: formula('P = {force0:F₀}·{velocity0:V₀} ÷ 4', run),
  powerTotal: formula('P = {power:P}·{bodyMass:m}', run),
  slope: formula('S = −{force0:F₀} ÷ {velocity0:V₀}', run),
  ratioMax: formula('RF = 100·F ÷ √(F² + {gravity:g}²)', run),
  ratioFall: noFormula('fitted', run),
  timeCorrection: noFormula('fitted', run),
} as const satisfies Record<string, Explained>;

export const sprintTraceFormulas = {
  ...ofModel,
  topSpeedMeasured: noFormula('read', run),
} as const satisfies Record<string, Explained>;

export const sprintSplitsFormulas = {
  ...ofModel,
  rmse: formula('e = √(Σ(t − t̂)² ÷ n), n = {n}'),
  rSquared: formula('R² = 1 − Σ(t − t̂)² ÷ Σ(t − m)²'),
  flyingDistance: noFormula('fitted'),
} as const satisfies Record<string, Explained>;

export const sprintInSituFormulas = {
  topSpeed: formula('v₀ = −{acceleration:a₀} ÷ {slope:S}'),
  acceleration: noFormula('fitted'),
  slope: noFormula('fitted'),
  rSquared: formula('R² = 1 − Σ(a − â)² ÷ Σ(a − m)²'),
  distance: formula('d = ∫v dt', undefined, ['speed']),
  topSpeedMeasured: noFormula('read', undefined, ['speed']),
} as const satisfies Record<string, Explained>;
