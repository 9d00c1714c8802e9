/** What tests open of this room; the program never loads it. */
export { type Input, openTestRoutes } from './open-test-routes.ts';
