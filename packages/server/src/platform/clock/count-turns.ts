/** For tests: how often the event loop's other work got its turn while a piece of work went on; `turn` is called at each. */
export async function turnsDuring(work: Promise<unknown>, turn: () => void = () => {}): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    turn();
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work.finally(() => {
    isOver = true;
  });
  return turns;
}
