export { effect, newUid } from './describe-effects.ts';
export { type Administrator, holdAdministrators, refuseLast } from './keep-an-administrator.ts';
export { openTestAdministration, type TestAdministration } from './open-test-administration.ts';
export { clientExists, clientOfNew, mayReachClient, ofReachableClients, reachableUserIds } from './reach-clients.ts';
export { brokenField, conflictOf } from './refuse-conflicts.ts';
