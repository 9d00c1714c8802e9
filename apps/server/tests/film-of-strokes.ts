/** s after the start of the movement at which its film begins (packages/testkit/fixtures/21_film_of_strokes). */
export const filmStartSeconds = 7.345;

/** s of the middles of the strokes: irregular, so that one place alone fits. */
const middles: number[] = [];
for (let at = 0.9, seed = 7; at < 45; ) {
  middles.push(at);
  seed = (seed * 16_807) % 2_147_483_647;
  at += 1 + 1.1 * (seed / 2_147_483_647);
}

/** m/s */
function speedAt(seconds: number): number {
  return middles.reduce((sum, middle, i) => {
    const peak = (i % 2 === 0 ? 1 : -1) * (0.7 + 0.06 * ((i * 37) % 10));
    return sum + peak * Math.exp(-((seconds - middle) ** 2) / (2 * 0.13 ** 2));
  }, 0);
}

/** What a sensor on the block measures: T in s, m/s². */
export function csvOfStrokes(seconds: number): string {
  const rows = Array.from({ length: seconds * 100 }, (_, i) => {
    const at = i / 100;
    return `${at.toFixed(2)},${((speedAt(at + 1e-4) - speedAt(at - 1e-4)) / 2e-4).toFixed(4)},0,9.81`;
  });
  return ['T,acc_x,acc_y,acc_z', ...rows, ''].join('\n');
}
