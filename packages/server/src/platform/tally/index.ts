export { createTally, type Tally, type TallyRow } from './create-tally.ts';
