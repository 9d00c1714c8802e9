export { openBrowser } from './open-browser.ts';
export { administrator, startTestHub, type TestHub } from './start-test-hub.ts';
export { waitUntil } from './wait-until.ts';
