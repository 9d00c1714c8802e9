export { createProposals } from './create-proposals.ts';
export { proposeRoutes } from './propose-routes.ts';
