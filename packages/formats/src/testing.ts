/** What tests of other rooms need of this one. No program loads it. */
export { readDamaged } from './make-test-damage.ts';
