import { api } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../base/active-client.ts';
import { notify, notifyProblem } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';

/** Commands to one device besides records: its name, its clock, its zero where it offers that. */
export function useDeviceCommands(device: LiveDevice): {
  rename(name: string, done: () => void): void;
  setClock(): void;
  /** Undefined where the device offers none. */
  readonly setZero: (() => void) | undefined;
  readonly pending: boolean;
} {
  const { t } = useTranslation('realtime');
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ method, params }: Sent) =>
      server.call(api.requestRpc, { params: { clientId, deviceNumber: device.number }, body: { method, params } }),
    onError: notifyProblem,
  });
  const zero = device.features.zero?.cmd_set;
  return {
    setZero:
      zero === undefined
        ? undefined
        : () =>
            mutate(
              { method: zero, params: {} },
              { onSuccess: () => notify({ kind: 'success', text: t('zero.done', { name: device.name }) }) },
            ),
    pending: isPending,
    rename: (name, done) => mutate({ method: 'v1.device.rename', params: { name } }, { onSuccess: done }),
    setClock: () =>
      mutate(
        { method: 'v1.clock.set', params: { clockUs: Math.round(Date.now() * 1000) } },
        { onSuccess: () => notify({ kind: 'success', text: t('clock.set', { name: device.name }) }) },
      ),
  };
}

interface Sent {
  readonly method: string;
  readonly params: { readonly name: string } | { readonly clockUs: number } | { readonly [none in never]: never };
}
