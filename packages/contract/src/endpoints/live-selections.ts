import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ErrorBody } from '../errors.ts';
import { DeviceParams } from '../shapes/device.ts';
import { LiveSelectionChange, SelectionOfSeveral, SelectionTexts } from '../shapes/live-selection.ts';
import { ClientIdParams } from '../shapes/primitives.ts';

const ofOne = { method: 'POST', access: 'device.command', params: DeviceParams } as const;
const ofSeveral = { method: 'POST', access: 'device.command', params: ClientIdParams } as const;
const texts = SelectionTexts.prefault({});
/** One entry a device, by number; what one refuses keeps nothing from the others. */
const Several = z.array(z.union([LiveSelectionChange, ErrorBody.extend({ number: z.int() })]));

export const startLiveSelection = endpoint({
  ...ofOne,
  name: 'startLiveSelection',
  path: '/devices/rt/:clientId/:deviceNumber/selection/start',
  summary: 'Begins a selection of the record that a device makes, now',
  body: texts,
  reply: LiveSelectionChange,
});
export const stopLiveSelection = endpoint({
  ...ofOne,
  name: 'stopLiveSelection',
  path: '/devices/rt/:clientId/:deviceNumber/selection/stop',
  summary: 'Ends the open selection of the record that a device makes, now',
  body: texts,
  reply: LiveSelectionChange,
});
export const markLiveSelection = endpoint({
  ...ofOne,
  name: 'markLiveSelection',
  path: '/devices/rt/:clientId/:deviceNumber/selection/mark',
  summary: 'A lap: ends the open selection, if any, and begins the next one at the same moment',
  body: texts,
  reply: LiveSelectionChange,
});
export const startLiveSelections = endpoint({
  ...ofSeveral,
  name: 'startLiveSelections',
  path: '/devices/rt/:clientId/selection/start',
  summary: 'Begins a selection on several devices at one moment, or on all that record',
  body: SelectionOfSeveral.prefault({}),
  reply: Several,
});
export const stopLiveSelections = endpoint({
  ...ofSeveral,
  name: 'stopLiveSelections',
  path: '/devices/rt/:clientId/selection/stop',
  summary: 'Ends the open selections of several devices at one moment, or of all that record',
  body: SelectionOfSeveral.prefault({}),
  reply: Several,
});
export const markLiveSelections = endpoint({
  ...ofSeveral,
  name: 'markLiveSelections',
  path: '/devices/rt/:clientId/selection/mark',
  summary: 'A lap on several devices at one moment, or on all that record',
  body: SelectionOfSeveral.prefault({}),
  reply: Several,
});
