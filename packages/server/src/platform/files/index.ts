export { codeOf } from './code-of-error.ts';
export { type DataFolder, dataFolder } from './data-folder.ts';
export type { Files, FileToPlace, PlacedFiles } from './files.ts';
export { lockFolder } from './lock-folder.ts';
export { type DiskRoom, isWritable, measureDisk } from './measure-disk.ts';
export { openStoredFile, StoredFile } from './open-stored-file.ts';
export { type StoredName, stored } from './stored-names.ts';
export { syncFolder } from './sync-to-disk.ts';
export * from './working-files.ts';
