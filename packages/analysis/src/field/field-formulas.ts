import { type Explained, formula, noFormula } from '../explained/explained.ts';

const [speed, body] = [['speed'], ['accX', 'accY', 'accZ']] as const;
const way = (where = '') => formula(`d = ∫v dt${where}`, undefined, speed);
export const footballFormulas = {
  distance: way(),
  distance7: way(', v < 7 km/h'),
  distance15: way(', 7 ≤ v < 15 km/h'),
  distance20: way(', 15 ≤ v < 20 km/h'),
  distance25: way(', 20 ≤ v < 25 km/h'),
  distanceMore: way(', v ≥ 25 km/h'),
  highSpeedDistance: formula('d = ∫v dt, v ≥ {highSpeed:v₁}', undefined, speed),
  sprints: noFormula('counted', 'sprint', speed),
  sprintDistance: formula('d = Σ ∫v dt', 'sprint', speed),
  topSpeed: noFormula('read', undefined, speed),
  accelerations: noFormula('counted', undefined, speed),
  decelerations: noFormula('counted', undefined, speed),
  playerLoad: formula('PL = Σ √(Δx² + Δy² + Δz²) ÷ 9.81 ÷ 100', undefined, body),
  playerLoadPerMinute: formula('PL = 60·{playerLoad:PL} ÷ Δt', undefined, body),
  rate: formula('f = n ÷ Δt, n = {n}', undefined, body),
  impacts: noFormula('counted', undefined, body),
} as const satisfies Record<string, Explained>;

const [fixes, climbed] = [
  ['latitude', 'longitude'],
  ['latitude', 'longitude', 'altitude'],
] as const;
export const gpsFormulas = {
  distance: formula('d = Σ 2R·arcsin(√(sin²(Δφ ÷ 2) + cos φ₁·cos φ₂·sin²(Δλ ÷ 2)))', undefined, fixes),
  distance3d: formula('d = Σ √(d² + Δz²)', undefined, climbed),
  duration: formula('t = Σ Δt', undefined, fixes),
  movingTime: formula('t = Σ Δt, v > 0.3 m/s', undefined, fixes),
  meanSpeed: formula('v = {distance:d} ÷ {duration:t}', undefined, fixes),
  maxSpeed: noFormula('read'),
  climb: noFormula('read', undefined, ['altitude']),
  fixes: noFormula('counted', undefined, fixes),
} as const satisfies Record<string, Explained>;
