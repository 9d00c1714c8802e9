import { Id } from '@sillage/contract';
import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../platform/database/index.ts';

const rulesChanged = 'analysis_rules_changed';

/** Category of the parameters that keep rules of analyses: of a club, or of a person. */
export const rulesCategory = 'analysis_rules';

/** The rules of a club, or of its coaches, are others once this transaction is there for good. */
export async function tellOfRules(tx: Queryable, clientId: number): Promise<void> {
  await tx.execute(sql`select pg_notify(${rulesChanged}, ${String(clientId)})`);
}

/**
 * Hears what {@link tellOfRules} was given.
 * @param missed some of it may not have been heard
 */
export function hearOfRules(
  { listen }: Pick<Database, 'listen'>,
  heard: (clientId: number) => void,
  missed: () => void,
): Promise<() => Promise<void>> {
  return listen(rulesChanged, (payload) => heard(Id.parse(Number(payload))), missed);
}
