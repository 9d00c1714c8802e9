import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadRecording } from '../recordings/catalogue.ts';
import { RecordShelf } from './keep-records.ts';
import { ModulePlayer } from './play-module.ts';

const source = loadRecording('jumps').plate;
if (!source) throw new Error('no plate');
const bootUs = 1_700_000_000_000_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sillage-shelf-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function record(shelf: RecordShelf, blocks: number): Uint8Array[] {
  const player = new ModulePlayer(source!, bootUs);
  shelf.begin(7, bootUs, { plate: 1 });
  return player.takeUntil(bootUs + blocks * 50_000).map((range, sequence) => {
    expect(shelf.nextSequence(1)).toBe(sequence);
    const block = player.encode(range, 7, sequence);
    shelf.append(1, block);
    return block;
  });
}

describe('the memory of a device', () => {
  it('gives every block back, before and after a restart', () => {
    const shelf = new RecordShelf(folder);
    const blocks = record(shelf, 20);
    expect(shelf.finish(bootUs + 1e6)).toEqual({ id: 7, startUs: bootUs, stopUs: bootUs + 1e6, blocks: { plate: 20 } });
    const again = new RecordShelf(folder);
    expect(again.list()).toEqual(shelf.list());
    expect(again.unfinished).toBeUndefined();
    expect(again.read(7, 'plate', [19, 0, 20, 5])).toEqual([blocks[19], blocks[0], blocks[5]]);
  });

  it('cuts a torn last block off and goes on behind it', () => {
    const blocks = record(new RecordShelf(folder), 5);
    const path = join(folder, '7.blocks');
    truncateSync(path, readFileSync(path).length - 3);
    const again = new RecordShelf(folder);
    expect(again.list()[0]).toMatchObject({ stopUs: null, blocks: { plate: 4 } });
    expect(again.unfinished?.lastSampleUs).toBe(bootUs + 150_000);
    again.resume(7);
    expect(again.nextSequence(1)).toBe(4);
    again.append(1, blocks[4]!);
    again.finish(bootUs + 250_000);
    expect(new RecordShelf(folder).read(7, 'plate', [0, 1, 2, 3, 4])).toEqual(blocks);
  });

  it('ignores garbage behind the blocks and forgets what is deleted', () => {
    record(new RecordShelf(folder), 3);
    appendFileSync(join(folder, '7.blocks'), Buffer.alloc(500, 9));
    const shelf = new RecordShelf(folder);
    expect(shelf.list()[0]?.blocks).toEqual({ plate: 3 });
    shelf.delete(7);
    expect([shelf.list(), new RecordShelf(folder).list()]).toEqual([[], []]);
  });
});
