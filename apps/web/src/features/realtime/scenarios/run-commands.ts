import { api, type LeaveTrial, type ScenarioStatus } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import { notifyProblem } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';

/** What was last said of a device of a run. */
export interface Heard {
  readonly status: ScenarioStatus;
  /** ms of the page's clock when it came. */
  readonly atMs: number;
}

/** What may be asked of a run. */
export interface RunCommands {
  stop(): void;
  push(): void;
  answer(prompt: string, value: string | number): void;
  join(numbers: number[]): void;
  leave(number: number): void;
  /** @param trial its id: another one is left alone */
  leaveTrial(action: 'redo' | 'skip', trial: number): void;
  /** Whether a trial is being left. */
  readonly isLeavingTrial: boolean;
}

export function useRunCommands(runId: number): RunCommands {
  const server = useServer();
  const params = { runId };
  const { mutate } = useMutation({ mutationFn: (send: () => Promise<unknown>) => send(), onError: notifyProblem });
  const leaving = useMutation({
    mutationFn: (body: LeaveTrial) => server.call(api.leaveScenarioTrial, { params, body }),
    onError: notifyProblem,
  });
  return {
    stop: () => mutate(() => server.call(api.stopScenario, { params })),
    push: () => mutate(() => server.call(api.pushScenarioButton, { params, body: {} })),
    answer: (prompt, value) => mutate(() => server.call(api.answerScenarioPrompt, { params, body: { prompt, value } })),
    join: (device_numbers) => mutate(() => server.call(api.joinScenario, { params, body: { device_numbers } })),
    leave: (number) => mutate(() => server.call(api.leaveScenario, { params, body: { device_numbers: [number] } })),
    leaveTrial: (action, trial) => leaving.mutate({ action, trial }),
    isLeavingTrial: leaving.isPending,
  };
}
