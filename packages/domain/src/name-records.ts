interface Person {
  readonly firstname: string;
  readonly lastname: string;
}

/** Athletes named in a title (specification §9). */
const namesInTitle = 2;

/** The first two athletes' full names joined by a comma, an ellipsis if there are more; empty without athletes. */
export function athleteNames(users: readonly Person[]): string {
  const names = users.slice(0, namesInTitle).map((user) => `${user.firstname} ${user.lastname}`.trim());
  return names.join(', ') + (users.length > namesInTitle ? '…' : '');
}

/** The date, then a dash and the athletes' names when there are any (specification §3). */
export function recordTitle(record: { readonly date: string; readonly users: readonly Person[] }): string {
  const names = athleteNames(record.users);
  return names === '' ? record.date : `${record.date} – ${names}`;
}
