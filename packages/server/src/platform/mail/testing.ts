/** What tests open of this room; the program never loads it. */
export { openTestSmtp, type TestSmtp } from './open-test-smtp.ts';
