import { shareTestServer } from '@sillage/server/platform/database/testing';

/** Vitest runs it once before all test files of a project, and what it answers after them. */
export default (): Promise<() => Promise<void>> => shareTestServer();
