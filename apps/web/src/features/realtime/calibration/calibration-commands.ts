import { api, type DeviceCalibration, type DeviceCalibrations, type MeasuredCalibration } from '@sillage/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useActiveClient } from '../../../base/active-client.ts';
import { inPageLanguage, notify, notifyProblem } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';

/** ms between looks at who calibrates: others may begin or end it, too. */
const lookEvery = 1000;

/** A device whose calibration has ended, with the record that it made. */
export type Calibrated = DeviceCalibration & { readonly record_id: number };

/** The devices of the club that are being calibrated, and how they begin and end it. */
export function useCalibrations() {
  const server = useServer();
  const queries = useQueryClient();
  const { id: clientId } = useActiveClient();
  const queryKey = ['calibrations', clientId];
  const { data = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => server.call(api.listCalibrations, { params: { clientId }, signal }),
    refetchInterval: lookEvery,
    meta: { quiet: true },
  });
  const again = () => void queries.invalidateQueries({ queryKey });
  const begin = useMutation({
    mutationFn: (body: { calib_type: MeasuredCalibration; device_numbers: number[] }) =>
      server.call(api.startCalibrations, { params: { clientId }, body }),
    onSuccess(answers) {
      tellRefusals(answers);
      // Whoever stops next stops these, too, however late the list is.
      const begun = answers.flatMap((answer) => ('code' in answer ? [] : [answer]));
      queries.setQueryData<DeviceCalibration[]>(queryKey, (before = []) => [
        ...before.filter(({ number }) => begun.every((one) => one.number !== number)),
        ...begun,
      ]);
    },
    onError: notifyProblem,
    onSettled: again,
  });
  const end = useMutation({
    mutationFn: (numbers: number[]) =>
      server.call(api.stopCalibrations, { params: { clientId }, body: { device_numbers: numbers } }),
    onError: notifyProblem,
    onSettled: again,
  });
  return {
    running: data,
    isBusy: begin.isPending || end.isPending,
    start: (type: MeasuredCalibration, numbers: readonly number[]) =>
      begin.mutate({ calib_type: type, device_numbers: [...numbers] }),
    stop: (ended: (devices: readonly Calibrated[]) => void) =>
      end.mutate(
        data.map(({ number }) => number),
        {
          onSuccess(answers) {
            tellRefusals(answers);
            queries.setQueryData(queryKey, []);
            ended(answers.flatMap(madeBy));
          },
        },
      ),
  };
}

function madeBy(answer: DeviceCalibrations[number]): Calibrated[] {
  return 'code' in answer || answer.record_id === null ? [] : [{ ...answer, record_id: answer.record_id }];
}

function tellRefusals(answers: DeviceCalibrations): void {
  for (const answer of answers) {
    if ('code' in answer) notify({ kind: 'error', text: `${answer.number} – ${inPageLanguage(answer.message)}` });
  }
}
