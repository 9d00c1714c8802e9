export { whyNotAdmitted } from './cloud/admit-hubs.ts';
export { serveSync } from './serve-sync.ts';
