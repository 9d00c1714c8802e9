/** Rooms in the order in which they are opened: each takes what it needs of those before it, and answers what it opens. */
export interface RoomList<Given extends object, Open extends object> {
  with<More extends object>(room: (open: Open) => More | Promise<More>): RoomList<Given, Open & More>;
  open(given: Given): Promise<Open>;
}

/** A list that begins with what the program was given. */
export function listRooms<Given extends object>(): RoomList<Given, Given> {
  return listAfter(async (given) => given);
}

function listAfter<Given extends object, Open extends object>(
  open: (given: Given) => Promise<Open>,
): RoomList<Given, Open> {
  return {
    open,
    with: (room) =>
      listAfter(async (given) => {
        const before = await open(given);
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
    answerBy(given) {
      answer = given;
    },
  };
}
