import { readFile, rename, writeFile } from 'node:fs/promises';

/** A short text that is kept beside the database. */
export interface NoteFile {
  /** Undefined when there is none. */
  read(): Promise<string | undefined>;
  /** All of it or nothing, as other readers see it; a power cut may take it back. */
  write(text: string): Promise<void>;
}

export function noteFile(path: string): NoteFile {
  return {
    read: () => readFile(path, 'utf8').catch(() => undefined),
    async write(text) {
      await writeFile(`${path}.new`, text, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
  };
}
