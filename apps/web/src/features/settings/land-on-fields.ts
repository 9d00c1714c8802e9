import { ApiError } from '@sillage/client';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { sentenceOfProblem } from '../../base/say-problem.ts';

/**
 * Puts what the server refuses onto the fields it names (`allowed_origins.2` is about `allowed_origins`); answers the
 * sentence for what concerns no field of the form.
 */
export function landOnFields<V extends FieldValues>(
  form: UseFormReturn<V>,
  names: readonly Path<V>[],
  problem: unknown,
  noAnswer: string,
): string | undefined {
  const sentence = sentenceOfProblem(problem, noAnswer);
  if (!(problem instanceof ApiError)) return sentence;
  const entries = Object.entries(problem.body.fields ?? {});
  let landed = 0;
  for (const [path, code] of entries) {
    const name = names.find((one) => path === one || path.startsWith(`${one}.`));
    if (name === undefined) continue;
    form.setError(name, { type: 'server', message: code }, { shouldFocus: landed === 0 });
    landed += 1;
  }
  return landed > 0 && landed === entries.length ? undefined : sentence;
}
