import { api, type RecordDistance } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import { useServer } from '../../base/services.tsx';
import { recordKeys, type SamplesOf } from '../../records/record-queries.ts';

/** How far a record has come at times; undefined until that is known. */
export function useDistance(record: SamplesOf, enabled: boolean): RecordDistance | undefined {
  const server = useServer();
  const { data } = useQuery({
    queryKey: recordKeys.curves(record, 'distance'),
    queryFn: ({ signal }) => server.call(api.readRecordDistance, { params: { id: record.id }, signal }),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
