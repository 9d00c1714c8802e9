/** Why the program cannot start, as a sentence for the person who started it. Printed without a stack, exit code 1. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}
