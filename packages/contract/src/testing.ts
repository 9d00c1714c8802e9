import { z } from 'zod';
import { User } from './shapes/user.ts';

/** What a field may be tried with, the plainest first. */
const plain: readonly unknown[] = [undefined, '', false, 0, 1, null, [], {}];

/** For tests: a person of whom only what is given says something. Fields that come later need no maker of theirs. */
export function exampleUser(given: Partial<User>): User {
  const tried = { ...given };
  const rest = Object.entries(User.shape).filter(([field]) => !(field in tried));
  return User.parse({ ...Object.fromEntries(rest.map(([field, shape]) => [field, plainValue(shape)])), ...tried });
}

function plainValue(shape: z.core.$ZodType): unknown {
  if (shape instanceof z.ZodEnum) return shape.options[0];
  return plain.find((value) => z.safeParse(shape, value).success);
}
