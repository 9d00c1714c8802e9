/** What tests open of this room; the program never loads it. */
export { addClient, addDevice, addExercise, addGroup, addRecord, addSport, addUser } from './make-test-rows.ts';
export { openTestDatabase, openTestServer, shareTestServer, type TestDatabase } from './open-test-database.ts';
export { copyTestCluster } from './open-test-template.ts';
