export { whyNotAdmitted } from './cloud/admit-hubs.ts';
export { keepArrivingSwept } from './files/sweep-arriving.ts';
export { serveSync } from './serve-sync.ts';
