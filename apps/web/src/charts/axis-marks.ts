/** Round numbers along an axis: 1, 2 or 5 of a power of ten apart, at most one more than wanted. */
export function marksOf(from: number, to: number, wanted: number): number[] {
  const rough = (to - from) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const marks: number[] = [];
  for (let mark = Math.ceil(from / step) * step; mark <= to + step / 1e6 && marks.length < 8; mark += step) {
    marks.push(Number(mark.toPrecision(12)));
  }
  return marks;
}

/** 1 and 3 of each power of ten, for an axis by decades. */
export function decadeMarksOf(from: number, to: number): number[] {
  const first = Math.floor(Math.log10(from));
  const powers = Array.from(
    { length: Math.max(1, Math.ceil(Math.log10(to)) - first + 1) },
    (_, i) => 10 ** (first + i),
  );
  return powers.flatMap((power) => [power, 3 * power]).filter((mark) => mark >= from && mark <= to);
}
