import { expect, it } from 'vitest';
import { listRooms, wire } from './list-rooms.ts';

it('rooms are opened one after the other, each with what those before it opened', async () => {
  const opened: string[] = [];
  const rooms = listRooms<{ readonly name: string }>()
    .with(async ({ name }) => {
      await Promise.resolve();
      opened.push('first');
      return { first: `${name} 1` };
    })
    .with(({ first }) => {
      opened.push('second');
      return { second: `${first} 2` };
    });
  expect(await rooms.open({ name: 'hub' })).toEqual({ name: 'hub', first: 'hub 1', second: 'hub 1 2' });
  expect(opened).toEqual(['first', 'second']);
});

it('two lists that begin alike have each their own rooms', async () => {
  const both = listRooms<object>().with(() => ({ data: 1 }));
  const hub = both.with(() => ({ number: 7 }));
  const cloud = both.with(() => ({ clients: 9 }));
  expect(await hub.open({})).toEqual({ data: 1, number: 7 });
  expect(await cloud.open({})).toEqual({ data: 1, clients: 9 });
});

it('a question to a room that is not open yet is an error that says which, later it is answered', () => {
  const origins = wire<[port: number], string>('where browsers reach this server');
  expect(() => origins.ask(80)).toThrow('nobody answers where browsers reach this server yet');
  origins.answerBy((port) => `http://localhost:${port}`);
  expect(origins.ask(80)).toBe('http://localhost:80');
});
