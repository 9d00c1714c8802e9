export { createTally, type Tallied, type Tally, type TallyRow, tallied } from './create-tally.ts';
