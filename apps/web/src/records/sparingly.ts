/** Something that is done at once, then at most once in a while: what is asked for meanwhile is done once, at the end of it. */
export function sparingly(run: () => void, restMilliseconds: number): { ask(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;
  const runAndRest = () => {
    isAsked = false;
    run();
    timer = setTimeout(() => {
      timer = undefined;
      if (isAsked) runAndRest();
    }, restMilliseconds);
  };
  return {
    ask() {
      if (timer === undefined) runAndRest();
      else isAsked = true;
    },
    /** What waits is not done; asked again it begins anew. */
    stop() {
      clearTimeout(timer);
      timer = undefined;
      isAsked = false;
    },
  };
}
