import { ApiError } from '@sillage/client';
import type { DeviceStatus } from '@sillage/contract';
import { api } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import { useActiveClient } from '../base/active-client.ts';
import { inPageLanguage, notify, notifyProblem } from '../base/notify.ts';
import { useServer } from '../base/services.tsx';
import type { LiveDevice } from './merge-device.ts';

export type Command = 'cmd_start' | 'cmd_stop';

/** What one press on the record button would do. */
export interface RecordPlan {
  readonly command: Command;
  readonly devices: readonly LiveDevice[];
  /** Those that are ready while others record. */
  readonly rest: readonly LiveDevice[];
  /** Those that cannot start because their description is refused. */
  readonly refused: readonly LiveDevice[];
  /** A device is on its way into or out of a record. */
  readonly busy: boolean;
}

/** Whether it would be ready, if its description had been taken; a record that runs goes on by the former one. */
export function isRefused(device: Pick<DeviceStatus, 'is_connected' | 'state' | 'meta_problem'>): boolean {
  return device.is_connected && device.state === 'idle' && device.meta_problem !== null;
}

/** A scenario is no record: it is not among what one press stops. */
function isStoppedWithOthers({ is_connected, state }: LiveDevice): boolean {
  return is_connected && (state === 'record' || state === 'recovery_record');
}

/** A running scenario is not stopped by the record command; one that a device goes on with after a crash is, by its own button. */
function canStop(device: LiveDevice): boolean {
  return isStoppedWithOthers(device) || (device.is_connected && device.state === 'recovery_scenario');
}

/** It would start a record. */
export function isReady(device: LiveDevice): boolean {
  return device.is_connected && device.state === 'idle' && !isRefused(device);
}

const none: ReadonlySet<number> = new Set();

/**
 * While any device records, the button stops all that do; otherwise it starts those that are ready.
 * @param unticked numbers of those that are left out of a start
 */
export function planRecord(devices: readonly LiveDevice[], unticked = none): RecordPlan {
  const recording = devices.filter(isStoppedWithOthers);
  const busy = devices.some(
    ({ is_connected, state }) => is_connected && (state === 'starting_record' || state === 'stopping_record'),
  );
  const refused = devices.filter(isRefused);
  const ready = devices.filter((device) => isReady(device) && !unticked.has(device.number));
  if (recording.length > 0) return { command: 'cmd_stop', devices: recording, rest: ready, refused, busy };
  return { command: 'cmd_start', devices: ready, rest: [], refused, busy };
}

/** What the button of one card would do; undefined when the device can neither start nor stop now. */
export function commandFor(device: LiveDevice): Command | undefined {
  if (canStop(device)) return 'cmd_stop';
  return isReady(device) ? 'cmd_start' : undefined;
}

/** Sends a record command to devices at once; a device that refuses is named, the others go on. */
export function useRecordCommand(): {
  send: (command: Command, devices: readonly LiveDevice[]) => void;
  pending: boolean;
} {
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ command, devices }: { command: Command; devices: readonly LiveDevice[] }) => {
      const body = { feature: 'record', cmd_type: command };
      const answers = await Promise.allSettled(
        devices.map(({ number }) => server.call(api.requestRpc, { params: { clientId, deviceNumber: number }, body })),
      );
      for (const [index, answer] of answers.entries()) {
        if (answer.status === 'rejected') tellRefusal(devices[index]?.name ?? '', answer.reason);
      }
    },
  });
  return { send: (command, devices) => mutate({ command, devices }), pending: isPending };
}

function tellRefusal(deviceName: string, problem: unknown): void {
  if (problem instanceof ApiError && problem.status !== 401) {
    notify({ kind: 'error', text: `${deviceName} – ${inPageLanguage(problem.body.message)}` });
  } else notifyProblem(problem);
}
