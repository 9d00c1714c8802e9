/** A mistake that somebody could make: text of one file of the exchange, and what it becomes. The simulation must find each. */
export interface PlantedBug {
  readonly name: string;
  /** Below `packages/server/src/sync/`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const bug = (name: string, file: string, from: string, to: string): PlantedBug => ({ name, file, from, to });

export const plantedBugs: readonly PlantedBug[] = [
  bug('the earlier edit counts', 'core/merge-row.ts', 'return one.at > other.at;', 'return one.at < other.at;'),
  bug(
    'the last message counts',
    'core/merge-row.ts',
    'if (one.at !== other.at) return one.at > other.at;',
    'if (one.at !== other.at) return true;',
  ),
  bug(
    'what lost is not kept',
    'core/merge-row.ts',
    'if (hasSeen(mine, theirs.at) || hadSeen(theirs, mine.at) ||',
    'if (mine.at !== theirs.at ||',
  ),
  bug(
    'a deletion beside an edit is not told',
    'core/merge-row.ts',
    'if (unseen.length === 0) return undefined;',
    'if (unseen.length >= 0) return undefined;',
  ),
  bug(
    'deletions are forgotten',
    'core/merge-row.ts',
    'const row = { fields, deleted };',
    'const row = { fields, deleted: mine.deleted };',
  ),
  bug(
    'the other side is never told more',
    'core/merge-row.ts',
    'if (isLater(own, field)) isMore = true;',
    'if (isLater(own, field)) isMore = false;',
  ),
  bug(
    'every edit was seen',
    'core/stamp.ts',
    'return lastSeenOf(seen, node)',
    'return at >= edit || lastSeenOf(seen, node)',
  ),
  bug(
    'stamps follow the clock alone',
    'core/stamp.ts',
    'if (after === never || wallMs > msOf(after)) return',
    'if (wallMs >= 0) return',
  ),
  bug(
    'a deletion is not seen',
    'core/observe-row.ts',
    'if (content === undefined) return before && isAlive(before) ? deleteRow(before, { node, editedMs }) : before;',
    'if (content === undefined) return before;',
  ),
  bug(
    'a row that is there again stays gone',
    'core/observe-row.ts',
    'const gone = wasAlive ? never : (known.deleted?.at ?? never);',
    'const gone = never;',
  ),
  bug(
    'a long message loses its end',
    'core/tell-up-to.ts',
    'return { rows, next: more ? next : head, more };',
    'return { rows: rows.slice(0, 4), next: more ? next : head, more };',
  ),
  bug(
    'a database that was set back is not noticed',
    'hub/exchange.ts',
    'const wasSetBack = call?.apart === true;',
    'const wasSetBack = call === null;',
  ),
  bug(
    'the exchange goes on where it was with another reach',
    'core/meet.ts',
    'before.reach === reach && !wasSetBack;',
    '!wasSetBack;',
  ),
  bug(
    'calls follow whatever there was',
    'core/meet.ts',
    'known.token === after || (known.id === id && known.after === after);',
    'known.after === after || known.id === id;',
  ),
  bug(
    'after a set-back the exchange goes on where it was',
    'core/meet.ts',
    'before.reach === reach && !wasSetBack;',
    'before.reach === reach;',
  ),
  bug(
    'what is here is not looked at before it is merged',
    'hub/exchange.ts',
    '      await harvestRows(store, looker);\n      await mergeRows',
    '      await mergeRows',
  ),
  bug(
    'received before it is kept',
    'hub/exchange.ts',
    'const asked = { since: progress.received, epoch',
    'const asked = { since: progress.received + 1, epoch',
  ),
  bug('sent although it was not answered', 'hub/exchange.ts', 'sent: message.next', 'sent: message.next + 1'),
  bug(
    'the cloud tells of every client',
    'rows/judge-hub.ts',
    'clientUid === null ? globalTables.includes(table) : isInReach(reach, clientUid);',
    'clientUid === null ? globalTables.includes(table) : reach.clientUids.size > 0;',
  ),
  bug(
    'the cloud does not look at what is edited in it',
    'cloud/exchange-rows.ts',
    '  await harvestRows(store, looker);\n  const head',
    '  const head',
  ),
  bug(
    'held rows are not tried again',
    'rows/retry-held.ts',
    'if (rows.length === 0) continue;',
    'if (rows.length >= 0) continue;',
  ),
  bug(
    'records whose original is only here are deleted',
    'rows/merge-rows.ts',
    'if (spared.has(keyOf(row))) continue;',
    '',
  ),
  bug(
    'who deleted something takes along what they did not know',
    'rows/keep-orphans.ts',
    'return isUnknown ? [',
    'return isUnknown && deletions.size === 0 ? [',
  ),
  bug(
    'a row of one name loses what was written here',
    'rows/adopt-row.ts',
    '  await keepOwnValues(store, mine, row);\n',
    '',
  ),
  bug(
    'what names a row of one name goes on naming the former',
    'rows/adopt-row.ts',
    'isPair ? swap(kept.otherUid) : kept.otherUid',
    'kept.otherUid',
  ),
  bug(
    'new columns are unset by who had not known them',
    'rows/harvest-rows.ts',
    'without(gained, contents',
    'without([], contents',
  ),
  bug(
    'a record is in two sessions',
    'rows/merge-rows.ts',
    "table.name === 'seance_records' ? await inOneSession(store, owned, merging) : owned",
    'owned',
  ),
  bug(
    'rows of nobody known are not told',
    'rows/harvest-rows.ts',
    'held: null, heldFields, fromNode: null',
    'held: null, heldFields, fromNode: before?.fromNode ?? null',
  ),
];
