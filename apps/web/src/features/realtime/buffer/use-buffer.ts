import { api, type BufferKept, type BufferState } from '@sillage/contract';
import { isRecording } from '@sillage/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../../base/active-client.ts';
import { mayCall } from '../../../base/may.ts';
import { notify, notifyProblem, sentenceOfRefusal } from '../../../base/notify.ts';
import { useServer, useUser } from '../../../base/services.tsx';
import { useLiveLink } from '../../../live/live.tsx';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { useRecordList } from '../../../records/record-queries.ts';
import type { DeviceTimes, Span } from './buffer-times.ts';

/** ms between looks at what the server keeps. */
const lookEveryMs = 5000;
/** ms: records that began as long before may reach into what is shown. */
const reachBackMs = 12 * 3_600_000;
/** Records that are looked at, newest first. */
const mostRecords = 300;
const hourMs = 3_600_000;

const bufferKey = (clientId: number) => ['buffer', clientId];

/** What the server keeps of what nobody recorded; undefined where it keeps none or this person may not see it. */
export function useBuffer(): BufferState | undefined {
  const server = useServer();
  const user = useUser();
  const { id: clientId } = useActiveClient();
  const { lost } = useLiveLink();
  const { data } = useQuery({
    queryKey: bufferKey(clientId),
    queryFn: ({ signal }) => server.call(api.readBuffer, { params: { clientId }, signal }),
    enabled: mayCall(user, api.readBuffer) && !lost,
    refetchInterval: ({ state }) => (state.data?.hours === 0 ? false : lookEveryMs),
    retry: false,
    meta: { quiet: true },
  });
  return data === undefined || data.hours === 0 ? undefined : data;
}

/** When each device was heard and recorded; those of which there is nothing are left out. */
export function useDeviceTimes(
  state: BufferState | undefined,
  devices: readonly LiveDevice[],
  { from, to }: Span,
): readonly DeviceTimes[] {
  const { id: clientId } = useActiveClient();
  const minDate = new Date(Math.floor((from - reachBackMs) / hourMs) * hourMs).toISOString();
  const { data } = useRecordList({ clientIds: [clientId], minDate, pageSize: mostRecords }, state !== undefined);
  const heardOf = new Map(state?.devices.map(({ number, stretches }) => [number, stretches.map(spanOf)]));
  return devices
    .map((device) => {
      const recorded = (data?.records ?? [])
        .filter(({ device_id }) => device_id === device.id)
        .map(({ timestamp, duration, decode_state }) => ({
          from: timestamp,
          to: decode_state === 'recording' ? to : timestamp + duration * 1000,
        }));
      const runs = device.recTime !== null && isRecording(device.state, { recovery: true });
      if (runs) recorded.push({ from: to - (device.recTime ?? 0) * 1000, to });
      return { number: device.number, heard: heardOf.get(device.number) ?? [], recorded };
    })
    .filter(({ heard, recorded }) => heard.length + recorded.length > 0);
}

const spanOf = ({ from, to }: { from: string; to: string }): Span => ({ from: Date.parse(from), to: Date.parse(to) });

/** Keeping a time, emptying what is kept, and switching it on or off. */
export function useBufferCommands(devices: readonly LiveDevice[]) {
  const { t } = useTranslation('realtime');
  const server = useServer();
  const queries = useQueryClient();
  const { id: clientId } = useActiveClient();
  const again = () => queries.invalidateQueries({ queryKey: bufferKey(clientId) });
  const tell = (answers: BufferKept) => {
    const counts = { records: 0, selections: 0 };
    for (const answer of answers) {
      if ('code' in answer) {
        const name = devices.find(({ number }) => number === answer.number)?.name ?? String(answer.number);
        notify({ kind: 'error', text: `${name} – ${sentenceOfRefusal(answer)}` });
        continue;
      }
      counts.records += answer.record_ids.length;
      counts.selections += answer.selections.length;
    }
    const link = { label: t('buffer.toData'), to: '/' };
    if (counts.records > 0) notify({ kind: 'success', text: t('buffer.made', { count: counts.records }), link });
    if (counts.selections > 0)
      notify({ kind: 'success', text: t('buffer.marked', { count: counts.selections }), link });
  };
  const keep = useMutation({
    mutationFn: ({ from, to, numbers }: Span & { readonly numbers: number[] }) =>
      server.call(api.keepOfBuffer, {
        params: { clientId },
        body: { from: new Date(from).toISOString(), to: new Date(to).toISOString(), device_numbers: numbers },
      }),
    onSuccess: tell,
    onError: notifyProblem,
  });
  const empty = useMutation({
    mutationFn: () => server.call(api.forgetBuffer, { params: { clientId }, body: {} }),
    onSuccess: () => notify({ kind: 'success', text: t('buffer.emptied') }),
    onError: notifyProblem,
    onSettled: again,
  });
  const switchTo = useMutation({
    mutationFn: (isOn: boolean) =>
      server.call(api.setParameter, {
        params: { tableName: 'Client', id: clientId },
        query: { cookie_name: 'general::tampon::actif' },
        body: { cookie_value: isOn },
      }),
    onError: notifyProblem,
    onSettled: again,
  });
  return { keep, empty, switchTo };
}
