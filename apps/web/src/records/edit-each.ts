/** Requests that are under way at once, so that a hundred records do not keep the others of the page waiting. */
const atOnce = 4;

/** One of several that could not be changed, and why. */
export interface NotEdited {
  readonly id: number;
  readonly problem: unknown;
}

/** Some of several records were not changed; the others were. */
export class SomeNotEdited extends Error {
  override readonly name = 'SomeNotEdited';
  readonly failed: readonly NotEdited[];

  constructor(failed: readonly NotEdited[]) {
    super(`${failed.length} records were not changed`);
    this.failed = failed;
  }
}

/** Changes each record by a request of its own, a few at once. @throws SomeNotEdited once all were tried; the problem itself of a single one */
export async function editEach<T>(ids: readonly number[], edit: (id: number) => Promise<T>): Promise<void> {
  const failed: NotEdited[] = [];
  const left = ids.values();
  const work = async () => {
    for (const id of left) await edit(id).catch((problem: unknown) => failed.push({ id, problem }));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, work));
  const [first] = failed;
  if (first === undefined) return;
  throw ids.length === 1 ? first.problem : new SomeNotEdited(failed);
}
