/** Answers a function that runs what it is given, at most `limit` at once, in the order given. */
export function takeTurns(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  function free(): void {
    running--;
    waiting.shift()?.();
  }

  return (work) =>
    new Promise((resolve) => {
      const start = () => {
        running++;
        resolve(work().finally(free));
      };
      if (running < limit) start();
      else waiting.push(start);
    });
}
