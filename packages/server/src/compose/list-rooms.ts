/** Rooms in the order in which they are opened: each takes what it needs of those before it, and answers what it opens. */
export interface RoomList<Base extends object, Open extends object> {
  with<More extends object>(room: (open: Open) => More | Promise<More>): RoomList<Base, Open & More>;
  open(base: Base): Promise<Open>;
}

/** A list that begins with what there is before any room. */
export function listRooms<Base extends object>(): RoomList<Base, Base> {
  return listAfter(async (base) => base);
}

function listAfter<Base extends object, Open extends object>(
  open: (base: Base) => Promise<Open>,
): RoomList<Base, Open> {
  return {
    open,
    with: (room) =>
      listAfter(async (base) => {
        const before = await open(base);
        return { ...before, ...(await room(before)) };
      }),
  };
}

/** A question that a room asks of one that is opened after it. */
export interface Wire<Question extends unknown[], Answer> {
  ask(...question: Question): Answer;
  /** Called once, by the room that answers. */
  answerBy(answer: (...question: Question) => Answer): void;
}

export function wire<Question extends unknown[], Answer>(name: string): Wire<Question, Answer> {
  let answer: ((...question: Question) => Answer) | undefined;
  return {
    ask(...question) {
      if (answer === undefined) throw new Error(`nobody answers ${name} yet`);
      return answer(...question);
    },
    answerBy(answering) {
      answer = answering;
    },
  };
}
