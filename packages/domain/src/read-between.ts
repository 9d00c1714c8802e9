/** First place in never decreasing numbers that is ≥ `wanted`, or > with `after`; their length when there is none. */
export function placeOf(numbers: ArrayLike<number>, wanted: number, after = false): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = numbers[middle] ?? Number.POSITIVE_INFINITY;
    if (after ? value <= wanted : value < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What `to` is where `from` is `wanted`, on the straight line that ends at the place `next` > 0. */
export function readBetween(from: ArrayLike<number>, to: ArrayLike<number>, wanted: number, next: number): number {
  const [a = 0, b = 0, x = 0, y = 0] = [from[next - 1], from[next], to[next - 1], to[next]];
  return b > a ? x + ((y - x) * (wanted - a)) / (b - a) : x;
}
