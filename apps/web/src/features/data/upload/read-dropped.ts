export interface Dropped {
  readonly files: readonly File[];
  /** Files and folders that the system would not open. */
  readonly unreadable: number;
}

/** Files of what was dropped, also those in folders and below, without the hidden ones that systems leave there. */
export async function readDropped(data: DataTransfer): Promise<Dropped> {
  // Taken before anything is awaited: afterwards the browser has emptied it.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.every((entry) => entry === null)) return { files: [...data.files], unreadable: 0 };
  const found: Found = { files: [], unreadable: 0 };
  for (const entry of entries) if (entry !== null) await gather(entry, found, 0);
  return found;
}

/** Deeper folders are not looked into, and no more files are taken. */
const deepest = 20;
const mostFound = 2000;

interface Found {
  readonly files: File[];
  unreadable: number;
}

async function gather(entry: FileSystemEntry, found: Found, depth: number): Promise<void> {
  if (entry.name.startsWith('.') || found.files.length >= mostFound) return;
  try {
    await open(entry, found, depth);
  } catch (problem) {
    if (!(problem instanceof DOMException)) throw problem;
    found.unreadable += 1;
  }
}

async function open(entry: FileSystemEntry, found: Found, depth: number): Promise<void> {
  if (isFile(entry)) {
    found.files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
    return;
  }
  if (!isFolder(entry) || depth >= deepest) return;
  const reader = entry.createReader();
  for (;;) {
    // A folder tells its entries a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const inner of some) await gather(inner, found, depth + 1);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
