import { api, refuse } from '@sillage/contract';
import { openTestAdministration } from '../tenancy/testing.ts';
import { clientRoutes } from './index.ts';

/** The routes of clients over two of them; what they ask of other rooms is noted. For tests. */
export async function openTestClients() {
  const hub = await openTestAdministration();
  const notes = {
    forgotten: [] as number[],
    forgottenTasks: [] as number[],
    /** Devices that were cut. */
    cut: [] as number[],
    /** People whose sessions were ended. */
    ended: [] as number[],
    /** Clients for which a device records. */
    recordsFor: [] as number[],
    /** Whether the records refuse to be forgotten. */
    isRecording: false,
  };
  clientRoutes(hub.serve, {
    db: hub.db,
    recordsFor: (id) => notes.recordsFor.includes(id),
    forgetRecords: async (id) => {
      notes.forgotten.push(id);
      return notes.isRecording ? refuse('record.stillRecording') : undefined;
    },
    endSessions: async (ids) => void notes.ended.push(...ids),
    forgetTasks: async (id) => void notes.forgottenTasks.push(id),
    cutDevices: async (numbers) => void notes.cut.push(...numbers),
  });
  return {
    hub,
    notes,
    home: { id: hub.clientIds.home },
    away: { id: hub.clientIds.away },
    edit: (who: string, params: { id: number }, body: object, file?: { name: string; bytes: Uint8Array }) =>
      hub.ask(who, api.editClient, { params, body, ...(file && { file }) }),
    read: async (who: string, params: { id: number }) => (await hub.ask(who, api.readClient, { params })).body,
  };
}
