import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { api } from '@sillage/contract';
import { waitUntil } from '@sillage/testkit';
import type { Field } from './open-field.ts';

const fixture = fileURLToPath(
  new URL('../packages/testkit/fixtures/19_raw_device_file/recording.txt', import.meta.url),
);
const patienceSeconds = 120;

/** A club with a recording, whose backup is restored again and again. */
export interface Restores {
  /** Deletes the club and starts its restore; the answer waits for it and says what is not as it was. */
  begin(): Promise<() => Promise<string[]>>;
}

export async function openRestores(field: Field): Promise<Restores> {
  const call = () => field.program.client;
  const raw = Uint8Array.from(await readFile(fixture));
  const { id: clubId } = await call().call(api.createClient, { body: { name: 'Siege Club' } });
  const upload = { name: 'recording.txt', content: new Blob([raw]) };
  await call().call(api.uploadRecord, { body: { client_id: clubId }, file: upload });
  const clubOf = async () => {
    const { items } = await call().call(api.listClients, { body: { pageSize: -1 } });
    return items.find(({ name }) => name === 'Siege Club');
  };
  const recordOf = async () => {
    const club = await clubOf();
    const { records } = await call().call(api.listRecords, { body: { pageSize: -1 } });
    return records.find(({ client_id }) => client_id === club?.id);
  };
  const rawFileOf = async (record: { id: number } | undefined) =>
    record && (await call().fetchBytes(api.downloadRecordFile, { params: { id: record.id, fileType: 'raw' } })).body;
  await settled(async () => (await recordOf())?.decode_state === 'done');
  const before = await rawFileOf(await recordOf());
  const { task_id } = await call().call(api.createTask, {
    body: { name: 'backup.export', args: { client_id: clubId } },
  });
  await settled(async () => (await call().call(api.listTaskStatus, { query: { id: task_id } }))[0]?.executing === 3);
  const { body: backup } = await call().fetchBytes(api.downloadTask, { params: { id: task_id } });

  async function restore(): Promise<number> {
    const file = { name: 'backup.zip', content: new Blob([backup]) };
    return (await call().call(api.createTaskWithFile, { body: { name: 'backup.restore' }, file })).task_id;
  }

  return {
    async begin() {
      const club = await clubOf();
      if (club !== undefined) await call().call(api.deleteClient, { params: { id: club.id } });
      let id = await restore();
      return async () => {
        let state = '';
        await settled(async () => {
          await field.start();
          const [task] = await call().call(api.listTaskStatus, { query: { id } });
          state = `${task?.executing_str}: ${task?.messages_history.map(({ msg }) => msg.en).join(' / ')}`;
          // A killed restore may end; nothing of it is there then, and it can be asked for again.
          if (task?.executing === 4) id = await restore();
          return task?.executing === 3;
        }).catch((error: unknown) => {
          throw new Error(`${error} (task ${id}, ${state})`);
        });
        await settled(async () => (await recordOf())?.decode_state === 'done').catch(() => undefined);
        const record = await recordOf();
        if (record === undefined) return ['the record of the restored club is not there'];
        return Buffer.compare((await rawFileOf(record)) ?? raw, before ?? raw) === 0
          ? []
          : ['the record of the restored club has another raw file'];
      };
    },
  };
}

async function settled(ask: () => Promise<boolean>): Promise<void> {
  await waitUntil(
    'the restore to settle',
    async () => {
      const answer = await ask().catch(() => false);
      if (!answer) await delay(200);
      return answer;
    },
    patienceSeconds,
  );
}
