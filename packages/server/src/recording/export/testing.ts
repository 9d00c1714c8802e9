export { unzipped } from './open-test-exports.ts';
