import { type ReactNode, useState } from 'react';
import { inPageLanguage } from '../../../base/notify.ts';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { type Heard, useRunCommands } from './run-commands.ts';
import { RunScreen } from './run-screen.tsx';
import { StopDialog } from './stop-dialog.tsx';
import { useRunDetails } from './use-run-details.ts';

/** Which run the large screen shows; `only` the number of one of its devices, null: all, also who joins later. */
export interface Large {
  readonly runId: number;
  readonly only: number | null;
}

export interface LargeMember {
  readonly device: LiveDevice;
  readonly heard: Heard;
}

/** Who is on the large screen: who follows the run, and once nobody does who did. */
export function membersOf(
  { runId, only }: Large,
  devices: readonly LiveDevice[],
  heard: ReadonlyMap<number, Heard>,
): readonly LargeMember[] {
  const all = devices.flatMap((device) => {
    const one = heard.get(device.number);
    const isShown = one?.status.run_id === runId && (only === null || only === device.number);
    return isShown ? [{ device, heard: one }] : [];
  });
  const following = all.filter((one) => one.heard.status.state !== 'archived');
  return following.length > 0 ? following : all;
}

/** A run on the large screen: it stays there with its results until it is closed. */
export function LargeRun(props: { runId: number; members: readonly LargeMember[]; onClose(): void }): ReactNode {
  const { runId, members, onClose } = props;
  const commands = useRunCommands(runId);
  const [asks, setAsks] = useState(false);
  const status = members[0]?.heard.status;
  const details = useRunDetails(runId, status?.revision);
  const name = status?.display_name ? inPageLanguage(status.display_name) : (status?.scenario ?? '');
  return (
    <>
      <RunScreen {...{ name, members, commands, onClose }} onStop={() => setAsks(true)} />
      {asks && <StopDialog trials={details?.trials} onStop={commands.stop} onClose={() => setAsks(false)} />}
    </>
  );
}
