import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addClub, openTestClubs, uidOf } from './open-test-clubs.ts';

let room: Awaited<ReturnType<typeof openTestClubs>>['room'];
let backups: Awaited<ReturnType<typeof openTestClubs>>['backups'];

beforeEach(async () => {
  ({ room, backups } = await openTestClubs());
});
afterEach(() => room.close());

/** What was said since the last look, spaces as typed ones. */
const told = () =>
  backups.messages.splice(0).map(({ type, msg: { fr, en } }) => [type, fr.replace(/\s/g, ' '), en.replace(/\s/g, ' ')]);

test('a backup says what it is of, what it holds and how large it is; its restore, what it found and did', async () => {
  const { clientId } = await addClub(room, 'one');
  await addClub(room, 'two');
  const { path } = await backups.back({ client_id: clientId });
  expect(told()).toEqual([
    ['INFO', 'Sauvegarde du client « one », avec les fichiers.', 'Backup of the client “one”, with files.'],
    [
      'SUCCESS',
      expect.stringMatching(
        /^Sauvegarde terminée : 1 client, 1 personne, 1 capteur, 1 enregistrement, 1 fichier ; [\d,]+ ko à télécharger\.$/,
      ),
      expect.stringMatching(/^Backup done: 1 client, 1 person, 1 device, 1 record, 1 file; [\d.]+ kB to download\.$/),
    ],
  ]);
  await backups.restore(path);
  expect(told()).toEqual([
    [
      'INFO',
      'Vérification de « backup.zip », avant toute modification.',
      'Verifying “backup.zip”, before anything is changed.',
    ],
    [
      'INFO',
      'La sauvegarde du 21/11/2026 11:00:00 (version 1.2.3) est entière : 1 client, 1 personne, 1 capteur, 1 enregistrement, 1 fichier.',
      'The backup of 21/11/2026 11:00:00 (version 1.2.3) is whole: 1 client, 1 person, 1 device, 1 record, 1 file.',
    ],
    [
      'SUCCESS',
      'Sauvegarde restaurée : 0 élément ajouté ou mis à jour, 0 fichier remis en place, 0 enregistrement à décoder.',
      'Backup restored: 0 items added or updated, 0 files put back, 0 records to decode.',
    ],
  ]);
});

test('a backup of some days says which; of all, that it is of all', async () => {
  await addClub(room, 'one');
  for (const [args, fr, en] of [
    [{}, 'de tous les clients, sans les fichiers.', 'of every client, without files.'],
    [
      { start: '2026-02-01', end: '2026-02-28' },
      'de tous les clients, sans les fichiers, enregistrements du 01/02/2026 au 28/02/2026 (Europe/Paris).',
      'of every client, without files, records from 01/02/2026 to 28/02/2026 (Europe/Paris).',
    ],
    [
      { start: '2026-02-01', timezone: 'UTC' },
      'de tous les clients, sans les fichiers, enregistrements à partir du 01/02/2026 (UTC).',
      'of every client, without files, records from 01/02/2026 (UTC).',
    ],
    [
      { end: '2026-02-28' },
      'de tous les clients, sans les fichiers, enregistrements jusqu’au 28/02/2026 (Europe/Paris).',
      'of every client, without files, records to 28/02/2026 (Europe/Paris).',
    ],
  ] as const) {
    await backups.back({ with_files: false, ...args });
    expect(told()[0]).toEqual(['INFO', `Sauvegarde ${fr}`, `Backup ${en}`]);
  }
});

test('a backup warns of what it could not take', async () => {
  const { recordId } = await addClub(room, 'one');
  const uid = await uidOf(room, recordId);
  await rm(room.folder.upload(uid));
  await rm(room.folder.signals(uid), { recursive: true });
  await backups.back();
  const [, warning, end] = told();
  expect(warning).toEqual([
    'WARN',
    '1 fichier absent du disque n’est pas dans la sauvegarde.',
    '1 file missing on the disk is not in the backup.',
  ]);
  expect(end?.[1]).toContain('1 enregistrement, 0 fichier ;');
});
