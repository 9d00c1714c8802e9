/** What tests and benchmarks open of this room; the program never loads it. */
export { makeTestJump } from './make-test-jump.ts';
