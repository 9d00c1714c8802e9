import { api, isRefusal, refuse } from '@sillage/contract';
import type { Database } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { compareMovements } from './compare-movements.ts';
import { findParts } from './find-parts.ts';
import { type ProposeDependencies, proposeOffsets } from './propose-offsets.ts';

/** What people see before records are fused or laid on one another. */
export function fusionRoutes(
  serve: Serve,
  dependencies: ProposeDependencies & { readonly database: Pick<Database, 'db'> },
): void {
  serve(api.proposeFusion, async ({ principal, scope, body, signal }) => {
    const parts = await findParts(dependencies.database.db, { principal, scope }, body.record_ids);
    if (isRefusal(parts)) return parts;
    try {
      return await proposeOffsets(dependencies, parts, { ...body, signal });
    } catch (error) {
      // Nobody is left to answer.
      if (signal.aborted) return refuse('record.fuseTooSlow');
      throw error;
    }
  });

  serve(api.readRecordLikeness, async ({ principal, scope, params, query, signal }) => {
    try {
      return await compareMovements(dependencies, { principal, scope }, { ...query, id: params.id, signal });
    } catch (error) {
      if (signal.aborted) return refuse('record.fuseTooSlow');
      throw error;
    }
  });
}
