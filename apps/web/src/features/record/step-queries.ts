import { api, type BodyIn, type Record, type RecordHistory, type StepWanted } from '@sillage/contract';
import { isInWork } from '@sillage/domain';
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notify } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import { recordKeys } from '../../records/record-queries.ts';

/** What was done to a record. */
export function useHistory(id: number): UseQueryResult<RecordHistory> {
  const server = useServer();
  return useQuery({
    queryKey: recordKeys.history(id),
    queryFn: ({ signal }) => server.call(api.readRecordHistory, { params: { id }, signal }),
    meta: { quiet: true },
  });
}

/** Everything that can be done to a record and undone; each ends with the record being decoded again. */
export function useStepActions(id: number) {
  const { t } = useTranslation('record');
  const server = useServer();
  const queryClient = useQueryClient();
  const params = { id };
  const onSettled = () => queryClient.invalidateQueries({ queryKey: recordKeys.record(id) });
  const turn = useMutation({
    mutationFn: ({ stepId, on }: { stepId: number; on: boolean }) =>
      server.call(api.switchRecordStep, { params: { id, stepId }, body: { on } }),
    onSettled,
  });
  const tellOf = ({ id: stepId }: { id: number }) =>
    notify({
      kind: 'success',
      text: t('steps.done'),
      action: { label: t('steps.undo'), run: () => turn.mutate({ stepId, on: false }) },
    });
  return {
    turn,
    crop: useMutation({
      mutationFn: (body: BodyIn<typeof api.cropRecord>) => server.call(api.cropRecord, { params, body }),
      onSuccess: tellOf,
      onSettled,
    }),
    add: useMutation({
      mutationFn: (body: StepWanted) => server.call(api.addRecordStep, { params, body }),
      onSuccess: tellOf,
      onSettled,
    }),
    recalibrate: useMutation({
      mutationFn: (body: BodyIn<typeof api.recalibrateRecord>) => server.call(api.recalibrateRecord, { params, body }),
      onSuccess: tellOf,
      onSettled,
    }),
    decode: useMutation({
      mutationFn: (body: BodyIn<typeof api.decodeRecord>) => server.call(api.decodeRecord, { params, body }),
      onSuccess: ({ step_id }) => {
        if (step_id !== null) tellOf({ id: step_id });
      },
      onSettled,
    }),
    back: useMutation({
      mutationFn: (stepId: number | null) => server.call(api.goBackToStep, { params, body: { step_id: stepId } }),
      onSettled,
    }),
    purge: useMutation({
      mutationFn: (signals_version: number) => server.call(api.purgeOriginal, { params, body: { signals_version } }),
      onSettled,
    }),
    forget: useMutation({
      mutationFn: (stepId: number) => server.call(api.deleteRecordStep, { params: { id, stepId } }),
      onSettled,
    }),
  };
}

/** ms between two looks at how far a decoding is. */
const lookEveryMilliseconds = 500;

/** How much of a record is decoded, 0–1; undefined while that is not known, or nothing is decoded. */
export function useDecodingProgress({ id, decode_state }: Pick<Record, 'id' | 'decode_state'>): number | undefined {
  const server = useServer();
  const { data } = useQuery({
    queryKey: ['records', 'one', id, 'progress'],
    queryFn: ({ signal }) => server.call(api.listTaskStatus, { query: { rec_id: id, name: 'decode' }, signal }),
    enabled: isInWork(decode_state),
    refetchInterval: lookEveryMilliseconds,
    meta: { quiet: true },
  });
  return data?.find(({ executing }) => executing === 2)?.progress ?? undefined;
}
