export { differencesFromSource, type StoredOnDevice } from './compare-with-source.ts';
export { followStoredRecords } from './follow-stored-records.ts';
export { findChromium, openBrowser } from './open-browser.ts';
export { freePort, type RunningProgram, runProgram } from './run-program.ts';
export { addPerson, type SignedIn, signIn, strangerAt, testPassword } from './sign-in.ts';
export { administrator, brokerSecret, startTestHub, type TestHub } from './start-test-hub.ts';
export { waitUntil } from './wait-until.ts';
