import type { Translated } from '@sillage/contract';
import { formatDateTime, sayBytes, sayCount, sayList } from '@sillage/domain';
import type { Applied } from '../../platform/rows-by-uid/index.ts';
import type { BackupScope } from './choose-rows.ts';
import type { Manifest } from './manifest.ts';

/** What tasks of backups say in their journal. */

const words = {
  clients: { fr: ['client', 'clients'], en: ['client', 'clients'] },
  users: { fr: ['personne', 'personnes'], en: ['person', 'people'] },
  devices: { fr: ['capteur', 'capteurs'], en: ['device', 'devices'] },
  records: { fr: ['enregistrement', 'enregistrements'], en: ['record', 'records'] },
  files: { fr: ['fichier', 'fichiers'], en: ['file', 'files'] },
} as const;

function sayContent(counts: ReadonlyMap<string, number>): Translated {
  return sayList(Object.entries(words).map(([name, word]) => sayCount(counts.get(name) ?? 0, word)));
}

/** `displayName` = of the one client; undefined = all. */
export function beginsExport(
  displayName: string | undefined,
  { start, end, with_files, timezone }: Pick<BackupScope, 'start' | 'end' | 'with_files' | 'timezone'>,
): Translated {
  const days = sayDays(start, end);
  const zone = days.fr === '' ? '' : ` (${timezone})`;
  return {
    fr:
      `Sauvegarde ${displayName === undefined ? 'de tous les clients' : `du client «\u00a0${displayName}\u00a0»`}, ` +
      `${with_files ? 'avec' : 'sans'} les fichiers${days.fr}${zone}.`,
    en:
      `Backup of ${displayName === undefined ? 'every client' : `the client “${displayName}”`}, ` +
      `${with_files ? 'with' : 'without'} files${days.en}${zone}.`,
  };
}

function sayDays(start: string | null, end: string | null): Translated {
  const from = start === null ? undefined : humanDay(start);
  const to = end === null ? undefined : humanDay(end);
  if (from === undefined && to === undefined) return { fr: '', en: '' };
  if (to === undefined) return { fr: `, enregistrements à partir du ${from}`, en: `, records from ${from}` };
  if (from === undefined) return { fr: `, enregistrements jusqu’au ${to}`, en: `, records to ${to}` };
  return { fr: `, enregistrements du ${from} au ${to}`, en: `, records from ${from} to ${to}` };
}

/** `yyyy-mm-dd` as `dd/mm/yyyy`. */
const humanDay = (day: string) => day.split('-').toReversed().join('/');

export function endedExport(counts: ReadonlyMap<string, number>, bytes: number): Translated {
  const [content, size] = [sayContent(counts), sayBytes(bytes)];
  return {
    fr: `Sauvegarde terminée\u00a0: ${content.fr}\u00a0; ${size.fr} à télécharger.`,
    en: `Backup done: ${content.en}; ${size.en} to download.`,
  };
}

export function absentFiles(count: number): Translated {
  const said = sayCount(count, {
    fr: ['fichier absent du disque n’est pas', 'fichiers absents du disque ne sont pas'],
    en: ['file missing on the disk is not', 'files missing on the disk are not'],
  });
  return { fr: `${said.fr} dans la sauvegarde.`, en: `${said.en} in the backup.` };
}

export function beginsRestore(filename: string): Translated {
  return {
    fr: `Vérification de «\u00a0${filename}\u00a0», avant toute modification.`,
    en: `Verifying “${filename}”, before anything is changed.`,
  };
}

/** What a backup that was found whole holds. */
export function verifiedBackup({ created, version, scope, tables, files }: Manifest): Translated {
  const content = sayContent(new Map(tables.map(({ name, rows }) => [name, rows])).set('files', files.count));
  const date = formatDateTime(Date.parse(created), scope.timezone);
  return {
    fr: `La sauvegarde du ${date} (version ${version}) est entière\u00a0: ${content.fr}.`,
    en: `The backup of ${date} (version ${version}) is whole: ${content.en}.`,
  };
}

/** Elements that were already here under another identity. */
export function keptAsTheyAre({ table, merged }: Applied): Translated {
  return {
    fr: `${table}\u00a0: ${merged} déjà présent(s) sous le même nom ou numéro, gardé(s) tel(s) quel(s).`,
    en: `${table}: ${merged} already here under the same name or number, kept as they are.`,
  };
}

/** Secrets of other services that another key opens. */
export interface LostSecrets {
  /** People. */
  readonly count: number;
  /** The first few. */
  readonly names: readonly string[];
  readonly keyIds: readonly string[];
}

export function lostSecrets({ count, names, keyIds }: LostSecrets): Translated {
  const who = names.join(', ') + (count > names.length ? '…' : '');
  const keys = keyIds.join(', ');
  return {
    fr:
      `Comptes d’autres services (Nolio)\u00a0: à saisir de nouveau par ${who}, car la clé ${keys} n’est pas sur cette machine. ` +
      'Ou ajoutez la clé de l’autre machine au fichier secrets.key et redémarrez.',
    en:
      `Accounts at other services (Nolio): to be typed again by ${who}, as the key ${keys} is not on this machine. ` +
      'Or add the key of the other machine to the file secrets.key and restart.',
  };
}

/** The backup brought other terms of use than those that were in force. */
export const asksForTermsAgain: Translated = {
  fr: 'Les conditions d’utilisation sont celles de la sauvegarde\u00a0: chacun les verra de nouveau à sa prochaine connexion.',
  en: 'The terms of use are those of the backup: everybody sees them again at the next sign-in.',
};

export function recordsWithoutSamples(count: number): Translated {
  return {
    fr: `${count} enregistrement(s) sans mesures\u00a0: leurs fichiers n’étaient pas dans la sauvegarde.`,
    en: `${count} record(s) without samples: their files were not in the backup.`,
  };
}

export function endedRestore(added: number, files: number, waiting: number): Translated {
  const done = sayCount(added, {
    fr: ['élément ajouté ou mis à jour', 'éléments ajoutés ou mis à jour'],
    en: ['item added or updated', 'items added or updated'],
  });
  const placed = sayCount(files, {
    fr: ['fichier remis en place', 'fichiers remis en place'],
    en: ['file put back', 'files put back'],
  });
  const decode = sayCount(waiting, {
    fr: ['enregistrement à décoder', 'enregistrements à décoder'],
    en: ['record to decode', 'records to decode'],
  });
  const all = sayList([done, placed, decode]);
  return { fr: `Sauvegarde restaurée\u00a0: ${all.fr}.`, en: `Backup restored: ${all.en}.` };
}
