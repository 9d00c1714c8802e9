import { api, type BodyIn, type RecalibrateArguments, type RecordCalibration } from '@sillage/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useServer } from '../../base/services.tsx';
import { recordKeys } from '../../records/record-queries.ts';

export type WantedCalibration = BodyIn<typeof api.recalibrateRecord>;

/** Which calibration each sensor of a record has. */
export function useCalibration(id: number): UseQueryResult<RecordCalibration> {
  const server = useServer();
  return useQuery({
    queryKey: recordKeys.calibration(id),
    queryFn: ({ signal }) => server.call(api.readCalibration, { params: { id }, signal }),
    meta: { quiet: true },
  });
}

/** What a calibration would find; nothing is asked without one. */
export function useTriedCalibration(
  id: number,
  wanted: WantedCalibration | undefined,
): UseQueryResult<RecalibrateArguments> {
  const server = useServer();
  return useQuery({
    queryKey: recordKeys.triedCalibration(id, wanted),
    queryFn: ({ signal }) => {
      if (wanted === undefined) throw new Error('no calibration is wanted');
      return server.call(api.tryCalibration, { params: { id }, body: wanted, signal });
    },
    enabled: wanted !== undefined,
    retry: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
    meta: { quiet: true },
  });
}
