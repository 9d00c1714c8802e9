import { api, type ScenarioRun } from '@sillage/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useServer } from '../../../base/services.tsx';
import { useSettled } from '../../../ui/use-settled.ts';

/** ms for which lines that follow each other are gathered. */
const gatherMs = 150;

/** A run as the server has it, asked for anew when its journal has grown. @param lines that it has had; undefined while that is not known */
export function useRunDetails(runId: number, lines: number | undefined): ScenarioRun | undefined {
  const server = useServer();
  const settled = useSettled(lines, gatherMs);
  const { data } = useQuery({
    queryKey: ['scenarioRun', runId, settled],
    queryFn: ({ signal }) => server.call(api.readScenarioRun, { params: { runId }, signal }),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return data?.run_id === runId ? data : undefined;
}
