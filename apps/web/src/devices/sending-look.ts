import { mdiAlertCircleOutline, mdiCheckAll, mdiEqualBox, mdiMinus, mdiProgressClock, mdiTrayArrowUp } from '@mdi/js';
import type { ConfiguredDevice } from '@sillage/contract';

type State = ConfiguredDevice['state'];
export type Tone = 'ok' | 'warn' | 'error' | 'off' | 'rec';

/** Colour and glyph of what becomes of a configuration on a device; never colour alone. */
export const sendingLooks: Readonly<Record<State, { readonly tone: Tone; readonly icon: string }>> = {
  taken: { tone: 'ok', icon: mdiCheckAll },
  sent: { tone: 'warn', icon: mdiProgressClock },
  toSend: { tone: 'off', icon: mdiTrayArrowUp },
  alreadySo: { tone: 'ok', icon: mdiEqualBox },
  refused: { tone: 'error', icon: mdiAlertCircleOutline },
  leftOut: { tone: 'off', icon: mdiMinus },
};
const order: readonly State[] = ['taken', 'sent', 'toSend', 'alreadySo', 'refused', 'leftOut'];

/** How many devices are in which state; states without one are left out. */
export function countStates(rows: readonly ConfiguredDevice[]): { readonly state: State; readonly count: number }[] {
  return order
    .map((state) => ({ state, count: rows.filter((row) => row.state === state).length }))
    .filter(({ count }) => count > 0);
}
