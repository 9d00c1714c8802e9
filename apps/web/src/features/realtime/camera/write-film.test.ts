import { expect, it, vi } from 'vitest';
import type { FilmShelf, KeptFilm } from '../../../records/films/film-shelf.ts';
import { type FilmEnd, type Recorder, writeFilm } from './write-film.ts';

class FakeRecorder implements Recorder {
  state: RecordingState = 'inactive';
  readonly #listeners = new Map<string, (event: { readonly data: Blob }) => void>();
  addEventListener(name: string, listener: (event: { readonly data: Blob }) => void) {
    this.#listeners.set(name, listener);
  }
  #tell(name: string, data = new Blob()) {
    this.#listeners.get(name)?.({ data });
  }
  start() {
    this.state = 'recording';
    this.#tell('start');
  }
  piece(text: string) {
    this.#tell('dataavailable', new Blob([text]));
  }
  stop() {
    this.state = 'inactive';
    this.piece('end');
    this.#tell('stop');
  }
}

function film(freeBytes = 1e12, broken?: { readonly name: string; readonly from: number }) {
  const kept: string[] = [];
  const shelf: FilmShelf = {
    begin: async () => void kept.push('begin'),
    append: async (_, index, piece) => {
      if (index >= (broken?.from ?? 1e9)) throw new DOMException('no', broken?.name);
      kept.push(`${index} ${await piece.text()}`);
    },
    change: async () => undefined,
    list: async () => [],
    read: async () => undefined,
    remove: async () => undefined,
  };
  const recorder = new FakeRecorder();
  const onEnd = vi.fn<(film: KeptFilm | undefined, why: FilmEnd | undefined) => void>();
  const about = (startedAt: Date) => ({
    ...{ id: 'a', userId: 1, clientId: 1, mimeType: 'video/mp4', name: 'a.mp4' },
    startedAt: startedAt.toISOString(),
  });
  const now = () => new Date('2026-05-16T09:12:08.123Z');
  const writing = writeFilm({ recorder, shelf, about, now, onEnd, freeBytes: async () => freeBytes });
  return { recorder, kept, onEnd, writing };
}

it('puts each second on the shelf in its order, and ends once all of it is there', async () => {
  const { recorder, kept, onEnd, writing } = film();
  recorder.piece('one');
  recorder.piece('two');
  writing.stop();
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  expect(kept).toEqual(['begin', '0 one', '1 two', '2 end']);
  expect(onEnd.mock.calls[0]).toEqual([expect.objectContaining({ startedAt: '2026-05-16T09:12:08.123Z' }), undefined]);
});

it('ends by itself where the storage is full, before or when a piece is refused, and says so', async () => {
  const low = film(1024);
  for (let i = 0; i < 15; i++) low.recorder.piece(String(i));
  await vi.waitFor(() => expect(low.onEnd).toHaveBeenCalledWith(expect.anything(), 'storageFull'));
  const refused = film(1e12, { name: 'QuotaExceededError', from: 1 });
  refused.recorder.piece('one');
  refused.recorder.piece('two');
  await vi.waitFor(() => expect(refused.onEnd).toHaveBeenCalledWith(expect.anything(), 'storageFull'));
  expect(refused.recorder.state).toBe('inactive');
  expect(refused.kept).toEqual(['begin', '0 one']);
});

it('says that nothing is kept where the browser keeps nothing', async () => {
  const denied = film(1e12, { name: 'InvalidStateError', from: 0 });
  denied.recorder.piece('one');
  await vi.waitFor(() => expect(denied.onEnd).toHaveBeenCalledWith(undefined, 'storageRefused'));
});

it('ends with the camera where the recorder does not begin', async () => {
  const onEnd = vi.fn<(film: KeptFilm | undefined, why: FilmEnd | undefined) => void>();
  const recorder = new FakeRecorder();
  recorder.start = () => {
    throw new DOMException('the stream is inactive', 'NotSupportedError');
  };
  const shelf: FilmShelf = {
    ...{ begin: async () => undefined, append: async () => undefined, change: async () => undefined },
    ...{ list: async () => [], read: async () => undefined, remove: async () => undefined },
  };
  const about = (startedAt: Date) => ({
    ...{ id: 'a', userId: 1, clientId: 1, mimeType: 'video/mp4', name: 'a.mp4' },
    startedAt: startedAt.toISOString(),
  });
  writeFilm({ recorder, shelf, about, now: () => new Date(), onEnd, freeBytes: async () => 1e12 }).stop();
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledWith(undefined, 'cameraLost'));
});
