import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesSource } from '../byte-source.ts';
import { detectFormat } from '../detect-format.ts';
import { isProblem, utf8 } from '../recording.ts';
import { type FilmFormat, isFilmFormat } from './know-film.ts';
import { readFilm } from './read-film.ts';

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../testkit/fixtures/20_films/${name}`, import.meta.url)));
const read = (bytes: Uint8Array, format: FilmFormat) => readFilm(bytesSource(bytes), format);
const made = Date.UTC(2026, 4, 16, 7, 12, 30) * 1000;

describe('a film', () => {
  test.each([
    ['small.mp4', 'mp4', { startUs: made, durationSeconds: 2, frames: 50, codec: 'avc1.64000a' }, 25],
    ['small.mov', 'mov', { startUs: made, durationSeconds: 1, frames: 30, codec: 'avc1.64000a' }, 30],
    ['small.webm', 'webm', { startUs: made, durationSeconds: 2, frames: 48, codec: 'vp8' }, 24],
    ['fragmented.mp4', 'mp4', { startUs: undefined, frames: 50, codec: 'avc1.64000a' }, 25],
    ['streamed.webm', 'webm', { startUs: undefined, durationSeconds: 2, frames: 48, codec: 'vp8' }, 24],
  ] as const)('%s says what it is', async (name, format, expected, fps) => {
    const bytes = fixture(name);
    expect(detectFormat(bytes, true)).toEqual({ format, startUs: undefined, about: undefined });
    const film = await read(bytes, format);
    expect(film).toMatchObject({ ...expected, width: 64, height: 48, hasAudio: false });
    expect(isProblem(film) ? undefined : film.fps).toBeCloseTo(fps, 1);
  });

  test('is told apart from sound, pictures, and containers that browsers do not play', async () => {
    expect(await read(fixture('sound.m4a'), 'mp4')).toEqual({ problem: 'noFilm' });
    const other = (head: string) => detectFormat(new Uint8Array(Buffer.from(head, 'latin1')), false);
    expect(other('\0\0\0\x18ftypheic\0\0\0\0')).toEqual({ problem: 'otherFormat', format: 'HEIC', kind: 'noSamples' });
    expect(other('\x1aE\xdf\xa3\x93B\x82\x88matroska')).toMatchObject({ format: 'Matroska', kind: 'otherFilm' });
    expect(other('RIFF\0\0\0\0AVI LIST')).toMatchObject({ format: 'AVI', kind: 'otherFilm' });
    expect(detectFormat(utf8('t;mdat\n0;1\n1;2\n'), true)).toMatchObject({ format: 'csv' });
  });

  test('whose camera never had its clock set has no date', async () => {
    const bytes = fixture('small.mp4');
    const at = Buffer.from(bytes).indexOf('mvhd') + 8;
    const dated = async (seconds: number) => {
      new DataView(bytes.buffer, bytes.byteOffset).setUint32(at, seconds);
      const film = await read(bytes, 'mp4');
      return isProblem(film) ? film : film.startUs;
    };
    expect(await dated(0)).toBeUndefined();
    // 1970, from which cameras without a clock count.
    expect(await dated(2_082_844_800 + 60)).toBeUndefined();
    expect(await dated(2_082_844_800 + 1_778_915_550)).toBe(made);
  });
});

describe('a damaged film', () => {
  const ofBoxes = ['00000000', '00000001', '00000008', '7fffffff', 'ffffffff', '01ffffffffffffff'];
  /** Empty, unknown and large sizes; a cluster, a block, a group within. */
  const ofElements = ['80', '00', 'ff', '01ffffffffffffff', '0fffffff', '1f43b675', 'a3', 'a0', '1654ae6b'];
  /** A byte turned, a size that says anything, the end cut off. */
  const damageOf = (films: number, words: readonly string[]) =>
    fc.record({
      film: fc.integer({ min: 0, max: films - 1 }),
      at: fc.array(fc.noBias(fc.double({ min: 0, max: 0.999, noNaN: true })), { minLength: 1, maxLength: 4 }),
      word: fc.constantFrom(...words),
      kind: fc.constantFrom('word', 'byte', 'cut'),
      byte: fc.integer({ min: 0, max: 255 }),
    });

  test.each([
    ['mp4', ['small.mp4', 'fragmented.mp4'], ofBoxes],
    ['mov', ['small.mov'], ofBoxes],
    ['webm', ['small.webm', 'streamed.webm'], ofElements],
  ])(
    '%s is a film whose figures can be, or says that it is damaged; it is never read for ever',
    { timeout: 120_000 },
    async (_format, names, words) => {
      const films = names.map(fixture);
      let whole = 0;
      const variant = fc.asyncProperty(damageOf(films.length, words), async ({ film, at, word, kind, byte }) => {
        let bytes = films[film]!.slice();
        for (const place of at) {
          // Most of a film is pictures: half of the damage is in its tables.
          const from = Math.floor(place * bytes.length);
          if (kind === 'cut') bytes = bytes.slice(0, from);
          else if (kind === 'byte') bytes[from] = byte;
          else bytes.set(Buffer.from(word, 'hex').subarray(0, bytes.length - from), from);
        }
        const known = detectFormat(bytes, true);
        if (isProblem(known) || !isFilmFormat(known.format)) return;
        let reads = 0;
        const source = bytesSource(bytes);
        const read = (into: Uint8Array, place: number) => {
          reads++;
          return source.read(into, place);
        };
        const found = await readFilm({ sizeBytes: source.sizeBytes, read }, known.format);
        expect(reads).toBeLessThan(5000);
        if (isProblem(found)) {
          expect(['damagedFilm', 'noFilm']).toContain(found.problem);
          return;
        }
        whole++;
        expect(found.durationSeconds).toBeGreaterThan(0);
        expect(found.width * found.height).toBeGreaterThan(0);
        expect(Number.isSafeInteger(found.startUs ?? 0)).toBe(true);
      });
      await fc.assert(variant, { numRuns: 10_000 });
      expect(whole).toBeGreaterThan(0);
    },
  );

  test('whose end was lost says so, where its tables are whole', async () => {
    const bytes = fixture('small.mp4');
    expect(await read(bytes, 'mp4')).toMatchObject({ isCutOff: false });
    expect(await read(bytes.slice(0, bytes.length - 200), 'mp4')).toMatchObject({ isCutOff: true, width: 64 });
    // Tables last: without them nothing can be shown.
    expect(await read(fixture('small.mov').slice(0, 2000), 'mov')).toMatchObject({ problem: 'damagedFilm' });
  });

  test('webm is read to where it is whole', async () => {
    const bytes = fixture('streamed.webm');
    const half = bytes.slice(0, bytes.length / 2);
    const found = await read(half, 'webm');
    expect(found).toMatchObject({ isCutOff: true, width: 64, codec: 'vp8' });
    if (isProblem(found)) return;
    expect(found.durationSeconds).toBeGreaterThan(0.2);
    expect(found.durationSeconds).toBeLessThan(1.8);
    expect(found.frames).toBeCloseTo(found.durationSeconds * 24, 0);
    expect(await read(fixture('small.webm'), 'webm')).toMatchObject({ isCutOff: false });
  });

  test('that claims tables of gigabytes is refused without holding them', async () => {
    const bytes = fixture('small.mp4');
    const at = Buffer.from(bytes).indexOf('moov') - 4;
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(at, 0x7fff_ffff);
    let most = 0;
    const small = bytesSource(bytes);
    const huge = {
      sizeBytes: 2 ** 31,
      read(into: Uint8Array, place: number) {
        most = Math.max(most, into.length);
        into.fill(0);
        if (place < bytes.length) small.read(into, place);
        return into.length;
      },
    };
    expect(await readFilm(huge, 'mp4')).toMatchObject({ problem: 'damagedFilm' });
    expect(most).toBeLessThanOrEqual(32 * 1024 ** 2);
  });

  test('on a disk in trouble is no damaged film', async () => {
    const read = () => {
      throw new Error('EIO');
    };
    await expect(readFilm({ sizeBytes: 5000, read }, 'mp4')).rejects.toThrow('EIO');
  });
});
