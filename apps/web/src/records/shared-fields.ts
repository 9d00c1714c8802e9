import type { Record, RecordEdit } from '@sillage/contract';

const fieldNames = ['user_ids', 'sport_id', 'group_id', 'exercise_name', 'comment', 'timezone', 'favorite'] as const;
type FieldName = (typeof fieldNames)[number];

/** What is said of records together; undefined where they differ and nobody has said anything else. */
export type Fields = { readonly [K in FieldName]: Exclude<RecordEdit[K], undefined> | undefined };

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What all the records have in common, to begin with. */
export function sharedFields(records: readonly Record[]): Fields {
  const [first] = records;
  const same = <K extends FieldName>(name: K): Record[K] | undefined =>
    records.every((record) => isSame(record[name], first?.[name])) ? first?.[name] : undefined;
  return {
    user_ids: same('user_ids'),
    sport_id: same('sport_id'),
    group_id: same('group_id'),
    exercise_name: same('exercise_name'),
    comment: same('comment'),
    timezone: same('timezone'),
    favorite: same('favorite'),
  };
}

/**
 * The fields after somebody wrote in one. Where records differ, a field that is emptied again says nothing: what was typed
 * by mistake takes nothing from any of them.
 */
export function withField(before: Fields, now: Fields, some: Partial<Fields>): Fields {
  const isNothing = (value: unknown) => value === '' || value === null || (Array.isArray(value) && value.length === 0);
  const emptied = (['user_ids', 'exercise_name', 'comment'] as const).filter(
    (name) => name in some && before[name] === undefined && isNothing(some[name]),
  );
  return { ...now, ...some, ...Object.fromEntries(emptied.map((name) => [name, undefined])) };
}

/** Only what was changed goes to the server: fields that the records do not share stay as they are. */
export function changedFields(before: Fields, after: Fields): RecordEdit {
  const changed = fieldNames.filter((name) => after[name] !== undefined && !isSame(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** What a record said of the fields that are changed. */
export function fieldsAsBefore(record: Record, changes: RecordEdit): RecordEdit {
  const names = fieldNames.filter((name) => changes[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}
