interface Person {
  readonly firstname: string;
  readonly lastname: string;
}

/** Athletes named in a title. */
const namesInTitle = 2;

/** The first two athletes' full names joined by a comma, then how many more there are; empty without athletes. */
export function athleteNames(users: readonly Person[]): string {
  const names = users.slice(0, namesInTitle).map((user) => `${user.firstname} ${user.lastname}`.trim());
  return names.join(', ') + (users.length > namesInTitle ? ` +${users.length - namesInTitle}` : '');
}

/**
 * Who and when: the athletes' names, without any what the record is of, a dash, the date. The names come first because a
 * title is cut at its end.
 */
export function recordTitle(record: {
  readonly date: string;
  readonly users: readonly Person[];
  readonly source: string;
}): string {
  return `${athleteNames(record.users) || record.source} – ${record.date}`;
}
