import { api } from '@sillage/contract';
import type { Serve } from '../../platform/http/index.ts';
import { type ProposeDependencies, proposeSelections } from './propose-selections.ts';

/** What people see before selections are added. */
export function proposeRoutes(serve: Serve, dependencies: ProposeDependencies): void {
  serve(api.proposeSelections, ({ params, body, principal, scope, signal }) =>
    proposeSelections(dependencies, { principal, scope }, params.id, body, signal),
  );
}
