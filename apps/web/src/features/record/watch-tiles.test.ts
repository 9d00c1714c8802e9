import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { watchTiles } from './watch-tiles.ts';

function watched() {
  const map = new EventEmitter();
  const told: boolean[] = [];
  watchTiles(map, (areThere) => told.push(areThere));
  return {
    told,
    loads: () => map.emit('sourcedata', { tile: { state: 'loaded' } }),
    says: (event: string) => map.emit(event, {}),
  };
}

it('a tile that fails takes no map away whose other tiles come', () => {
  const { told, loads, says } = watched();
  says('error');
  expect(told).toEqual([]);
  loads();
  says('idle');
  expect(told).toEqual([true]);
  says('error');
  says('idle');
  expect(told).toEqual([true]);
});

it('a map of which no tile comes is said to have none', () => {
  const { told, says } = watched();
  says('idle');
  expect(told).toEqual([]);
  says('error');
  says('error');
  says('idle');
  expect(told).toEqual([false]);
});
