/** What tests make of this room; the program never loads it. */
export { serverOptions } from './make-test-options.ts';
