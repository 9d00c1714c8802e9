import { type Refusal, refuse } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { Answer } from '../../platform/http/index.ts';

const { clients } = tables;
const yearSeconds = 365 * 24 * 3600;

interface Asked {
  /** Of the address: that version never changes. */
  readonly version: string | undefined;
  /** `If-None-Match` */
  readonly known: string | string[] | undefined;
}

/** The logo's bytes; a browser that has this version gets none. */
export async function logoAnswer(db: Queryable, clientId: number, asked: Asked): Promise<Answer | Refusal> {
  const [row] = await db
    .select({ png: clients.logo, version: clients.logoVersion })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!row?.png || row.version === null) return refuse('entity.notFound');
  const etag = `"${row.version}"`;
  const headers = {
    etag,
    'cache-control': asked.version === row.version ? `private, max-age=${yearSeconds}, immutable` : 'private, no-cache',
  };
  if (asked.known === etag) return new Answer(304, undefined, headers);
  return new Answer(200, row.png, { ...headers, 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
}
