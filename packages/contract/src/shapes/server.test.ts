import { expect, test } from 'vitest';
import { ServerSettings } from './server.ts';

const isTaken = (address: string) => ServerSettings.shape.map_tiles_url.safeParse(address).success;

test('the address of a server of tiles is one that the policy of pages can name', () => {
  const taken = ['', 'https://tiles.example.org:8443/{z}/{x}/{y}.png?key=1', 'http://[::1]:80/{z}/{x}/{y}'];
  expect(taken.filter(isTaken)).toEqual(taken);
  // A ; or , would end an entry of the policy, which goes with every page: none would be answered any more.
  const refused = ['https://a;b.example/{z}/{x}/{y}', 'https://a,b.example/{z}/{x}/{y}', "https://a'b.fr/{z}/{x}/{y}"];
  expect(refused.filter(isTaken)).toEqual([]);
});
