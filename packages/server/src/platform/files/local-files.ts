import { readdir, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { unlessAbsent } from './code-of-error.ts';
import type { Files } from './files.ts';
import { openStoredFile } from './open-stored-file.ts';
import { isThere, keepAlsoLocally, placeAllLocally, placeLocally, prepareFolderLocally } from './place-locally.ts';
import type { StoredName } from './stored-names.ts';

/** Windows takes it for one, too. */
const foreignSeparator = process.platform === 'win32' ? '\\' : '\0';

/** Files on the disk of the data folder: a shelf is a folder of it, by its name. `temporary` is on the same disk. */
export function localFiles(root: string, temporary: string): Files {
  const pathOf = (name: StoredName) => {
    const parts = name.split('/');
    // Names come from rows and from backups: none leads out of its shelf.
    const isNoName = (part: string) => part === '' || part === '.' || part === '..' || part.includes(foreignSeparator);
    if (parts.some(isNoName)) {
      throw new RangeError(`no name of a stored file: ${name}`);
    }
    return join(root, ...parts);
  };
  return {
    open: (name) => openStoredFile(pathOf(name)),
    has: (name) => isThere(pathOf(name)),
    list: (shelf) => unlessAbsent(readdir(join(root, shelf))),
    async listBelow(name) {
      const folder = pathOf(name);
      const entries = await unlessAbsent(readdir(folder, { recursive: true, withFileTypes: true }));
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .sort();
    },
    place: ({ from, to }) => placeLocally({ from, to: pathOf(to) }),
    placeAll: (files) =>
      placeAllLocally(
        files.map(({ from, to }) => ({ from, to: pathOf(to) })),
        temporary,
      ),
    prepareFolder: ({ from, to }) => prepareFolderLocally({ from, to: pathOf(to) }),
    keepAlso: ({ from, to }) => keepAlsoLocally({ from: pathOf(from), to: pathOf(to) }),
    delete: (name) => rm(pathOf(name), { recursive: true, force: true }),
    localPath: async (name) => pathOf(name),
  };
}
