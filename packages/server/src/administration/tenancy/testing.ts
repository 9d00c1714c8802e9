/** What tests open of this room; the program never loads it. */
export { denied, openTestAdministration, type TestAdministration } from './open-test-administration.ts';
