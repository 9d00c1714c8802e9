import { api, type LiveSelection } from '@sillage/contract';
import { isRecording } from '@sillage/domain';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useActiveClient } from '../../base/active-client.ts';
import { notify, notifyProblem, sentenceOfRefusal } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import type { LiveDevice } from '../../live/merge-device.ts';
import { useSamples } from './samples.tsx';

/** ms between looks at what came with the samples. */
const lookEvery = 200;

interface LiveSelections {
  /** Of the device that has the most. */
  readonly selections: readonly LiveSelection[];
  readonly open: LiveSelection | undefined;
  /** Whose record the open one is of. */
  readonly number: number | undefined;
}

const none: LiveSelections = { selections: [], open: undefined, number: undefined };

function records({ is_connected, state }: LiveDevice): boolean {
  return is_connected && isRecording(state, { recovery: true });
}

/** The selections of the records that run. */
export function useLiveSelections(devices: readonly LiveDevice[]): LiveSelections {
  const samples = useSamples();
  const [found, set] = useState(none);
  const joined = devices
    .filter(records)
    .map(({ number }) => number)
    .join(' ');
  useEffect(() => {
    const numbers = joined === '' ? [] : joined.split(' ').map(Number);
    let before = '';
    const look = (): void => {
      const all = numbers.map((number) => ({ number, selections: samples.selections(number) }));
      const most = all.toSorted((a, b) => b.selections.length - a.selections.length)[0];
      const withOpen = all.find(({ selections }) => selections.some(({ t1 }) => t1 === null)) ?? most;
      const open = withOpen?.selections.find(({ t1 }) => t1 === null);
      const next: LiveSelections = { selections: most?.selections ?? [], open, number: withOpen?.number };
      const text = JSON.stringify(next);
      if (text !== before) set(next);
      before = text;
    };
    look();
    const timer = setInterval(look, lookEvery);
    return () => clearInterval(timer);
  }, [samples, joined]);
  return found;
}

const actions = {
  start: api.startLiveSelections,
  stop: api.stopLiveSelections,
  mark: api.markLiveSelections,
} as const;
export type SelectionAction = keyof typeof actions;

/** Begins, ends or marks on all that record, at one moment; devices that refuse are named, once for each reason. */
export function useSelectionCommand(devices: readonly LiveDevice[]): {
  send(action: SelectionAction): void;
  readonly pending: boolean;
} {
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (action: SelectionAction) => server.call(actions[action], { params: { clientId }, body: {} }),
    onSuccess: (answers) => {
      const refused = new Map<string, string[]>();
      for (const answer of answers) {
        if (!('code' in answer)) continue;
        const name = devices.find(({ number }) => number === answer.number)?.name ?? String(answer.number);
        const sentence = sentenceOfRefusal(answer);
        refused.set(sentence, [...(refused.get(sentence) ?? []), name]);
      }
      for (const [sentence, names] of refused) notify({ kind: 'error', text: `${names.join(', ')} – ${sentence}` });
    },
    onError: notifyProblem,
  });
  return { send: (action) => mutate(action), pending: isPending };
}
