import { api, type DeviceCalibration, type DeviceCalibrations, type MeasuredCalibration } from '@sillage/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useActiveClient } from '../../../base/active-client.ts';
import { inPageLanguage, notify, notifyProblem } from '../../../base/notify.ts';
import { useServer } from '../../../base/services.tsx';
import { markCalibrating, unmarkCalibrating, useFollowedRecords } from '../../../live/followed-records.ts';

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
  useMarked(data);
  const again = () => void queries.invalidateQueries({ queryKey });
  const begin = useMutation({
    mutationFn: (body: { calib_type: MeasuredCalibration; device_numbers: number[] }) =>
      server.call(api.startCalibrations, { params: { clientId }, body }),
    // Before the device says that it records.
    onMutate: ({ device_numbers }) => markCalibrating(device_numbers),
    onSuccess(answers) {
      tellRefusals(answers);
      unmarkCalibrating(answers.flatMap((answer) => ('code' in answer ? [answer.number] : [])));
      // Whoever stops next stops these, too, however late the list is.
      const begun = answers.flatMap((answer) => ('code' in answer ? [] : [answer]));
      queries.setQueryData<DeviceCalibration[]>(queryKey, (before = []) => [
        ...before.filter(({ number }) => begun.every((one) => one.number !== number)),
        ...begun,
      ]);
    },
    onError(problem, { device_numbers }) {
      notifyProblem(problem);
      unmarkCalibrating(device_numbers);
    },
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

/** Those that another page began, too, once they record. */
function useMarked(calibrating: readonly DeviceCalibration[]): void {
  const running = useFollowedRecords((followed) => followed.running);
  useEffect(() => {
    markCalibrating(calibrating.map(({ number }) => number).filter((number) => running.has(number)));
  }, [calibrating, running]);
}

function madeBy(answer: DeviceCalibrations[number]): Calibrated[] {
  return 'code' in answer || answer.record_id === null ? [] : [{ ...answer, record_id: answer.record_id }];
}

function tellRefusals(answers: DeviceCalibrations): void {
  for (const answer of answers) {
    if ('code' in answer) notify({ kind: 'error', text: `${answer.number} – ${inPageLanguage(answer.message)}` });
  }
}
