import { type Refusal, refuse } from '@sillage/contract';

/** Lets answers be made within a budget of the process, large ones one at a time a person. */
export interface AnswerGate {
  /** @returns how to give the place back, once the answer has been sent or its reader is gone */
  enter(userId: number, points: number): Promise<(() => void) | Refusal>;
}

interface Waiting {
  readonly userId: number;
  readonly points: number;
  readonly start: () => void;
  readonly giveUp: NodeJS.Timeout;
}

/** An answer of more points holds the place of its person; a screen full of graphs asks for several of fewer. */
export const largeAnswerPoints = 300_000;
/** Points of all answers under way: 24 B each while they are read and sent. */
const budgetPoints = 6_000_000;
const waitingAPerson = 64;
const waitingInAll = 1000;
/** ms; whoever waits longer is told to come again. */
const patienceMs = 60_000;
/** s */
const retrySeconds = 5;

export function createAnswerGate(): AnswerGate {
  let queue: Waiting[] = [];
  let usedPoints = 0;
  const withLarge = new Set<number>();

  const isFree = ({ userId, points }: Pick<Waiting, 'userId' | 'points'>) =>
    points <= largeAnswerPoints || !withLarge.has(userId);
  const fits = (points: number) => usedPoints === 0 || usedPoints + points <= budgetPoints;

  /** In the order of asking, but past those who wait for their own large answer only. */
  function startNext(): void {
    for (const one of [...queue]) {
      if (!isFree(one)) continue;
      if (!fits(one.points)) return;
      queue = queue.filter((other) => other !== one);
      clearTimeout(one.giveUp);
      one.start();
    }
  }

  function take(userId: number, points: number): () => void {
    const isLarge = points > largeAnswerPoints;
    usedPoints += points;
    if (isLarge) withLarge.add(userId);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      usedPoints -= points;
      if (isLarge) withLarge.delete(userId);
      startNext();
    };
  }

  return {
    enter: async (userId, points) => {
      const nobodyBefore = !queue.some(isFree);
      if (nobodyBefore && isFree({ userId, points }) && fits(points)) return take(userId, points);
      const own = queue.reduce((count, one) => count + (one.userId === userId ? 1 : 0), 0);
      const tooMany = () => refuse('request.tooMany', { seconds: retrySeconds });
      if (own >= waitingAPerson || queue.length >= waitingInAll) return tooMany();
      return new Promise((resolve) => {
        const waiting: Waiting = {
          userId,
          points,
          start: () => resolve(take(userId, points)),
          giveUp: setTimeout(() => {
            queue = queue.filter((one) => one !== waiting);
            resolve(tooMany());
          }, patienceMs),
        };
        queue.push(waiting);
      });
    },
  };
}
