import { z } from 'zod';

/** A film that was made here and is not a record yet. */
const KeptFilm = z.object({
  id: z.string(),
  userId: z.number(),
  clientId: z.number(),
  /** ISO 8601 with ms. */
  startedAt: z.string(),
  mimeType: z.string(),
  name: z.string(),
  /** Of an upload that was begun. */
  uploadUid: z.string().optional(),
});
export type KeptFilm = z.infer<typeof KeptFilm>;

/** Films in the browser's own storage, piece by piece: a page that ends loses what was not written yet, a second at most. */
export interface FilmShelf {
  begin(film: KeptFilm): Promise<void>;
  /** Resolves when the piece is on the disk. */
  append(filmId: string, index: number, piece: Blob): Promise<void>;
  change(film: KeptFilm): Promise<void>;
  list(userId: number): Promise<KeptFilm[]>;
  /** All pieces in their order; undefined where there is none. */
  read(film: KeptFilm): Promise<File | undefined>;
  remove(filmId: string): Promise<void>;
}

const [films, pieces] = ['films', 'pieces'] as const;
/** On the disk before it counts: a tab that crashes, and a machine that does. */
const durable = { durability: 'strict' } as const;

export function openFilmShelf(factory: IDBFactory = indexedDB): FilmShelf {
  let opened: Promise<IDBDatabase> | undefined;
  const database = () => {
    opened ??= open(factory).catch((problem) => {
      opened = undefined;
      throw problem;
    });
    return opened;
  };
  const change = async (work: (stores: IDBTransaction) => void): Promise<void> => {
    const transaction = (await database()).transaction([films, pieces], 'readwrite', durable);
    work(transaction);
    await finished(transaction);
  };
  const rangeOf = (filmId: string) => IDBKeyRange.bound([filmId, 0], [filmId, Number.MAX_SAFE_INTEGER]);
  return {
    begin: (film) => change((stores) => stores.objectStore(films).put(film)),
    change: (film) => change((stores) => stores.objectStore(films).put(film)),
    append: (filmId, index, piece) => change((stores) => stores.objectStore(pieces).put({ filmId, index, piece })),
    async list(userId) {
      const all = await answer((await database()).transaction(films).objectStore(films).getAll());
      return z
        .array(KeptFilm)
        .parse(all)
        .filter((film) => film.userId === userId)
        .sort((a, b) => a.startedAt.localeCompare(b.startedAt));
    },
    async read(film) {
      const found = await answer((await database()).transaction(pieces).objectStore(pieces).getAll(rangeOf(film.id)));
      const blobs = z.array(z.object({ piece: z.instanceof(Blob) })).parse(found);
      if (blobs.length === 0) return undefined;
      return new File(
        blobs.map(({ piece }) => piece),
        film.name,
        { type: film.mimeType },
      );
    },
    remove: (filmId) =>
      change((stores) => {
        stores.objectStore(films).delete(filmId);
        stores.objectStore(pieces).delete(rangeOf(filmId));
      }),
  };
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const asked = factory.open('sillage.films', 1);
  asked.addEventListener('upgradeneeded', () => {
    asked.result.createObjectStore(films, { keyPath: 'id' });
    asked.result.createObjectStore(pieces, { keyPath: ['filmId', 'index'] });
  });
  return answer(asked);
}

function answer<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.addEventListener('success', () => resolve(asked.result));
    asked.addEventListener('error', () => reject(asked.error));
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error));
    transaction.addEventListener('error', () => reject(transaction.error));
  });
}
