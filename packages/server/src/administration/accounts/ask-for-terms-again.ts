import { eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';

const { users } = tables;

/** Nobody has agreed to terms that changed: everybody sees them at the next sign-in, those too who had hidden them. */
export async function askForTermsAgain(db: Queryable): Promise<void> {
  await db.update(users).set({ termsAccepted: false, termsHidden: false }).where(eq(users.termsAccepted, true));
}
