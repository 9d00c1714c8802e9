/** What tests open of this room; the program never loads it. */
export { openTestSecrets } from './open-test-secrets.ts';
