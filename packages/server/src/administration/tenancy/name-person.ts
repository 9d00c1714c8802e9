import { eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';

const { users } = tables;

/** A person as they are called now, for what says who did it; empty for one who is gone. */
export async function nameOfPerson(db: Queryable, userId: number): Promise<string> {
  const [user] = await db
    .select({ firstname: users.firstname, lastname: users.lastname })
    .from(users)
    .where(eq(users.id, userId));
  return user === undefined ? '' : `${user.firstname} ${user.lastname}`.trim();
}
