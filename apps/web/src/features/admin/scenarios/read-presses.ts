/** `1, 12.5 30` or `0,5 ; 3`: s of presses in the order that they are typed; undefined where one is no time of a record. */
export function readPresses(typed: string, mostSeconds: number): number[] | undefined {
  // A comma between two digits is a decimal one.
  const words = typed.split(/[\s;]+|,(?!\d)|(?<!\d),/).filter((word) => word !== '');
  const presses = words.map((word) => Number(word.replace(',', '.')));
  return presses.every((at) => Number.isFinite(at) && at >= 0 && at <= mostSeconds) ? presses : undefined;
}
