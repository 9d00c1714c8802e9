import { api, type ScenarioRun } from '@sillage/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useServer } from '../../../base/services.tsx';
import { useSettled } from '../../../ui/use-settled.ts';

/** ms for which changes that follow each other are gathered. */
const gatherMs = 150;

/** A run as the server has it, asked for anew when its journal or its trials changed. @param revision of them; undefined while that is not known */
export function useRunDetails(runId: number, revision: number | undefined): ScenarioRun | undefined {
  const server = useServer();
  const settled = useSettled(revision, gatherMs);
  const { data } = useQuery({
    queryKey: ['scenarioRun', runId, settled],
    queryFn: ({ signal }) => server.call(api.readScenarioRun, { params: { runId }, signal }),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    // No revision comes again.
    gcTime: 0,
    meta: { quiet: true },
  });
  return data?.run_id === runId ? data : undefined;
}
