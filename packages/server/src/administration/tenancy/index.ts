export { answersMay } from './answer-may.ts';
export { effect, newUid, withoutEffects } from './describe-effects.ts';
export { currentHubKey, readTimezone, timezoneInForce } from './find-timezones.ts';
export { forbiddenFields, forbiddenInNew, isSame } from './judge-fields.ts';
export { type Administrator, holdAdministrators, refuseLast } from './keep-an-administrator.ts';
export { nameOfPerson } from './name-person.ts';
export {
  clientExists,
  clientOfEdited,
  clientOfNew,
  listOfClient,
  mayReachClient,
  ofReachableClients,
  reachableUserIds,
  rightsChanged,
} from './reach-clients.ts';
export { reachableDevices } from './reach-devices.ts';
export { brokenField, conflictOf, deniedFields, refuseFixed } from './refuse-conflicts.ts';
export { deleteRow, foundIn, givenColumns, insertRow, updateRow } from './write-rows.ts';
