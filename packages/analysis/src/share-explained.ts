/** R²: the share of the variance of what was measured that a fit leaves nothing of. */
export function shareExplained(measured: ArrayLike<number>, sumOfSquares: number): number {
  let [sum, squares] = [0, 0];
  for (let i = 0; i < measured.length; i++) sum += measured[i]!;
  for (let i = 0; i < measured.length; i++) squares += (measured[i]! - sum / measured.length) ** 2;
  return 1 - sumOfSquares / squares;
}
