import { useMemo, useState } from 'react';

/**
 * The last answer about each record, until another one is there: `keepPreviousData` does nothing in `useQueries`, where
 * another question is another query.
 * @param of ids of records, undefined where nothing is asked and so nothing is to be shown
 */
export function useLastAnswers<T>(
  of: readonly (number | undefined)[],
  answers: readonly { readonly data: T | undefined }[],
): readonly (T | undefined)[] {
  const [last] = useState(() => new Map<number, T>());
  const key = of.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says of which
  return useMemo(() => {
    const shown = of.map((id, i) => {
      if (id === undefined) return undefined;
      const given = answers[i]?.data;
      // That there is nothing is an answer, too.
      const answer = given === undefined ? last.get(id) : given;
      if (answer !== undefined) last.set(id, answer);
      return answer;
    });
    for (const id of last.keys()) if (!of.includes(id)) last.delete(id);
    return shown;
  }, [key, answers, last]);
}
