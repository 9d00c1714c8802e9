import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Content, contentOf, giveWay, mergeRow, observeRow, type RowState, writeAgain } from './index.ts';
import { makeStamp, msOf, stampAfter } from './stamp.ts';

const nodes = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
const yearMs = 365 * 86_400e3;
const now = 1_790_000_000_000;

/** What happens somewhere: an edit, a deletion, or a message from one server to another, which may be lost or come twice. */
const deed = fc.oneof(
  fc.record({
    kind: fc.constant('edit' as const),
    at: fc.nat(2),
    row: fc.nat(2),
    content: fc.record({ a: fc.nat(4), b: fc.nat(4) }),
  }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat(2), row: fc.nat(2) }),
  fc.record({ kind: fc.constant('send' as const), at: fc.nat(2), to: fc.nat(2), times: fc.nat(2) }),
);
/** ms that each server's clock is wrong by. */
const clocks = fc.tuple(...nodes.map(() => fc.constantFrom(-yearMs, -1, 0, 0, 1, yearMs)));

type Rows = (RowState | undefined)[];

/** Plays deeds over three servers of three rows; the clock ticks once each deed, so that some edits fall into one ms. */
function play(deeds: readonly (typeof deed extends fc.Arbitrary<infer T> ? T : never)[], wrongMs: readonly number[]) {
  const servers: Rows[] = nodes.map(() => [undefined, undefined, undefined]);
  for (const [i, one] of deeds.entries()) {
    const mine = servers[one.at];
    if (mine === undefined) continue;
    if (one.kind === 'send') {
      const theirs = servers[one.to];
      for (let time = 0; theirs && time < one.times; time += 1) receive(theirs, mine);
      continue;
    }
    const content = one.kind === 'edit' ? one.content : undefined;
    const editedMs = now + Math.floor(i / 2) + (wrongMs[one.at] ?? 0);
    mine[one.row] = observeRow(mine[one.row], content, { node: nodes[one.at] ?? '', editedMs });
  }
  return servers;
}

function receive(mine: Rows, theirs: Rows): void {
  for (const [i, row] of theirs.entries()) if (row) mine[i] = mergeRow(mine[i], row).row;
}

describe('merging states of a row', () => {
  it('is the same in any order, twice as once, and in groups', () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 40 }), clocks, (deeds, wrongMs) => {
        const rows = play(deeds, wrongMs)
          .map(([row]) => row)
          .filter((row) => row !== undefined);
        for (const one of rows) {
          expect(mergeRow(one, one)).toMatchObject({ row: one, isNews: false, isMore: false, losses: [] });
          for (const other of rows) {
            const both = mergeRow(one, other);
            expect(mergeRow(other, one).row).toEqual(both.row);
            expect(mergeRow(both.row, other)).toMatchObject({ row: both.row, isNews: false });
            expect(both.isNews).toBe(JSON.stringify(sorted(both.row)) !== JSON.stringify(sorted(one)));
            for (const third of rows) {
              expect(mergeRow(both.row, third).row).toEqual(mergeRow(one, mergeRow(other, third).row).row);
            }
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('ends with the same rows everywhere once everything was heard, whatever was lost before and however wrong the clocks', () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 60 }), clocks, (deeds, wrongMs) => {
        const servers = play(deeds, wrongMs);
        const [cloud] = servers;
        if (cloud === undefined) return;
        for (const server of servers) receive(cloud, server);
        for (const server of servers) receive(server, cloud);
        for (const server of servers) expect(server).toEqual(cloud);
      }),
      { numRuns: 300 },
    );
  });

  it('an edit of who has seen all others is what everybody sees, also by a clock that is a year late', () => {
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 40 }), clocks, fc.nat(2), (deeds, wrongMs, at) => {
        const servers = play(deeds, wrongMs);
        const [last] = [servers[at]];
        if (last === undefined) return;
        for (const server of servers) receive(last, server);
        const wanted: Content = { a: 9, b: 9 };
        const editedMs = now - yearMs;
        last[0] = observeRow(last[0], wanted, { node: nodes[at] ?? '', editedMs });
        for (const server of servers) receive(server, last);
        for (const server of servers) expect(server[0] && contentOf(server[0])).toEqual(wanted);
      }),
    );
  });
});

/** Stamps are compared as they are; the order in which fields were written is nobody's business. */
const sorted = ({ fields, deleted }: RowState) => [
  Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)),
  deleted,
];

describe('edits at the same time', () => {
  const [hub = '', cloud = ''] = nodes;
  const first = observeRow(undefined, { comment: 'x', name: 'n' }, { node: cloud, editedMs: now }) as RowState;
  const at = (node: string, ms: number) => ({ node, editedMs: now + ms });

  it('of two fields are no conflict; of one the last edit counts and the other one is kept', () => {
    const mine = observeRow(first, { comment: 'hub', name: 'n' }, at(hub, 10)) as RowState;
    const other = observeRow(first, { comment: 'x', name: 'cloud' }, at(cloud, 20)) as RowState;
    expect(mergeRow(mine, other)).toMatchObject({ losses: [], isMore: true, isNews: true });
    expect(contentOf(mergeRow(mine, other).row)).toEqual({ comment: 'hub', name: 'cloud' });
    const same = observeRow(first, { comment: 'cloud', name: 'n' }, at(cloud, 5)) as RowState;
    const merged = mergeRow(same, mine);
    expect(contentOf(merged.row)).toMatchObject({ comment: 'hub' });
    expect(merged.losses).toMatchObject([{ field: 'comment', kept: { value: 'hub' }, lost: { value: 'cloud' } }]);
  });

  it('of a value that was seen before are none, however often it was edited since', () => {
    const mine = observeRow(first, { comment: '1', name: 'n' }, at(hub, 10)) as RowState;
    const again = observeRow(mine, { comment: '2', name: 'n' }, at(hub, 20)) as RowState;
    expect(mergeRow(first, again).losses).toEqual([]);
    expect(mergeRow(mine, again).losses).toEqual([]);
    // The cloud saw the first of them and edited it: that is one.
    const theirs = observeRow(mine, { comment: '3', name: 'n' }, at(cloud, 15)) as RowState;
    expect(mergeRow(theirs, again).losses).toHaveLength(1);
    // Whoever chose saw both.
    const chosen = writeAgain(mergeRow(theirs, again).row, { comment: '3' }, at(cloud, 30));
    expect(mergeRow(again, chosen)).toMatchObject({ losses: [], isNews: true });
  });

  it('of a server that was set back are none that others have seen: they saw those that it does not know any more', () => {
    const own = new Set([cloud]);
    const lost = observeRow(
      first,
      { comment: 'of a life that a backup took back', name: 'n' },
      at(cloud, 20),
    ) as RowState;
    const edited = observeRow(lost, { comment: 'hub', name: 'n' }, at(hub, 30)) as RowState;
    const deleted = observeRow(lost, undefined, at(hub, 30)) as RowState;
    const again = observeRow(first, { comment: 'new life', name: 'n' }, at(cloud, 10)) as RowState;
    expect(mergeRow(again, edited, own).losses).toMatchObject([{ field: 'comment', lost: { value: 'new life' } }]);
    expect(mergeRow(again, deleted, own).losses).toMatchObject([{ field: null, kept: { isGone: true } }]);
    // It knows what they saw: nothing was taken back. Of edits of others it cannot say.
    expect(mergeRow(lost, edited, own).losses).toEqual([]);
    expect(mergeRow(again, edited).losses).toEqual([]);
  });

  it('of a server that was set back are told once more where its later life followed what had won', () => {
    const own = new Set([hub]);
    const lost = observeRow(first, { comment: 'lost', name: 'n' }, at(hub, 10)) as RowState;
    const won = observeRow(first, { comment: 'won', name: 'n' }, at(cloud, 20)) as RowState;
    const later = observeRow(mergeRow(lost, won).row, { comment: 'later', name: 'n' }, at(hub, 30)) as RowState;
    expect(mergeRow(lost, later, own).losses).toMatchObject([{ field: 'comment', lost: { value: 'lost' } }]);
    const gone = observeRow(mergeRow(lost, won).row, undefined, at(hub, 30)) as RowState;
    expect(mergeRow(lost, gone, own).losses.map(({ field }) => field)).toEqual(['comment', null]);
    // So is what gave way to a row that it does not know any more; who only deleted it meant to.
    const place = `${String(now + 20).padStart(15, '0')}.000000.${cloud}`;
    const gaveWay = giveWay(lost, [place], at(hub, 30));
    expect(mergeRow(lost, gaveWay, own).losses).toMatchObject([{ field: null, kept: { isGone: true } }]);
    expect(mergeRow(lost, observeRow(lost, undefined, at(hub, 30)) as RowState, own).losses).toEqual([]);
    // What followed it at once, or an edit of who had seen it, is none.
    const next = observeRow(lost, { comment: 'next', name: 'n' }, at(hub, 30)) as RowState;
    expect(mergeRow(lost, next, own).losses).toEqual([]);
    const answer = observeRow(lost, { comment: 'answer', name: 'n' }, at(cloud, 20)) as RowState;
    const afterAnswer = observeRow(answer, { comment: 'after', name: 'n' }, at(hub, 30)) as RowState;
    expect(mergeRow(lost, afterAnswer, own).losses).toEqual([]);
  });

  it('an edit of a server whose clock was set back since is none that others have seen', () => {
    const [one = '', other = ''] = nodes;
    const made = observeRow(undefined, { a: 1, b: 1 }, { node: other, editedMs: now - 1000 });
    const before = observeRow(made, { a: 2, b: 1 }, { node: one, editedMs: now + yearMs });
    const gone = observeRow(before, undefined, { node: other, editedMs: now });
    const edited = observeRow(before, { a: 2, b: 2 }, { node: one, editedMs: now });
    if (edited === undefined || gone === undefined) throw new Error('nothing was edited');
    expect(mergeRow(edited, gone).losses).toMatchObject([{ field: null }]);
  });

  it('a row that was deleted on one side and edited on the other is told, and comes back whole', () => {
    const gone = observeRow(first, undefined, at(hub, 10)) as RowState;
    const edited = observeRow(first, { comment: 'y', name: 'n' }, at(cloud, 5)) as RowState;
    const merged = mergeRow(gone, edited);
    expect(contentOf(merged.row)).toBeUndefined();
    expect(merged.losses).toMatchObject([{ field: null, kept: { isGone: true }, lost: { isGone: false } }]);
    const back = writeAgain(merged.row, { comment: 'y' }, at(cloud, 30));
    expect(contentOf(mergeRow(merged.row, back).row)).toEqual({ comment: 'y', name: 'n' });
    // Who deleted it knowing of the edit is contradicted by nobody.
    const later = observeRow(edited, undefined, at(hub, 20)) as RowState;
    expect(mergeRow(edited, later).losses).toEqual([]);
  });
});

it('stamps are in the order of their numbers as texts, and one that follows is later', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(999_999), fc.integer({ min: -yearMs, max: yearMs }), (ms, counter, other) => {
      const before = makeStamp(ms, counter, nodes[2] ?? '');
      const next = stampAfter(before, other, nodes[0] ?? '');
      expect(next > before).toBe(true);
      expect(msOf(next)).toBeLessThanOrEqual(Math.max(ms + 1, other));
    }),
  );
});
