import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { RecalibrateArguments, RecalibrateWanted, RecordCalibration } from '../shapes/calibration.ts';
import { Id, IdParams, PathId, SignalsSeen } from '../shapes/primitives.ts';
import { CropWanted, Decoding, RecordHistory, StepDone, StepWanted } from '../shapes/record-steps.ts';

const StepParams = z.object({ id: PathId, stepId: PathId });

export const readRecordHistory = endpoint({
  name: 'readRecordHistory',
  method: 'GET',
  path: '/records/:id/history',
  access: 'record.read',
  summary:
    'What was done to a record: its steps in order, each on or off, and who did what when. Times of steps are seconds of the original',
  params: IdParams,
  reply: RecordHistory,
});
export const cropRecord = endpoint({
  name: 'cropRecord',
  method: 'POST',
  path: '/records/:id/crop',
  access: 'record.edit',
  status: 201,
  summary:
    'Keeps what lies from `start` to `end`, s of the record as it is now. The original stays: the step can be switched off. Selections move along; those outside are hidden meanwhile',
  params: IdParams,
  body: CropWanted,
  reply: StepDone,
});
export const purgeOriginal = endpoint({
  name: 'purgeOriginal',
  method: 'DELETE',
  path: '/records/:id/original',
  access: 'record.purge',
  summary:
    'Deletes what was received or uploaded of a cropped record, for good. What is read of it stays as it is; its steps are not changed any more, and it is not decoded again',
  params: IdParams,
  body: z.strictObject({ signals_version: SignalsSeen }).prefault({}),
  reply: 'nothing',
});
export const recalibrateRecord = endpoint({
  name: 'recalibrateRecord',
  method: 'POST',
  path: '/records/:id/recalibrate',
  access: 'record.edit',
  status: 201,
  summary:
    'Calibrates a sensor of the record anew, by what it shows from `start` to `end` (s of the record as it is now), by given values, or back to what was received. The step can be switched off',
  params: IdParams,
  body: RecalibrateWanted,
  reply: StepDone,
});
export const tryCalibration = endpoint({
  name: 'tryCalibration',
  method: 'POST',
  path: '/records/:id/recalibrate/preview',
  access: 'record.edit',
  summary: 'What `POST /records/{id}/recalibrate` would find and change, without doing it',
  params: IdParams,
  body: RecalibrateWanted,
  reply: RecalibrateArguments,
});
export const readCalibration = endpoint({
  name: 'readCalibration',
  method: 'GET',
  path: '/records/:id/calibration',
  access: 'record.read',
  summary:
    'Which calibration each sensor of the record has, from where, when and with which residual; numbers have 3 decimals',
  params: IdParams,
  reply: RecordCalibration,
});
export const addRecordStep = endpoint({
  name: 'addRecordStep',
  method: 'POST',
  path: '/records/:id/steps',
  access: 'record.edit',
  status: 201,
  summary: 'Repairs the clock of a record, or chooses what its distance is made of; follow the task that decodes it',
  params: IdParams,
  body: StepWanted,
  reply: StepDone,
});
export const switchRecordStep = endpoint({
  name: 'switchRecordStep',
  method: 'PUT',
  path: '/records/:id/steps/:stepId',
  access: 'record.edit',
  summary:
    'Switches a step off, as if it had never been done, or on again; one that is so already stays, without a task',
  params: StepParams,
  body: z.strictObject({ on: z.boolean() }),
  reply: StepDone.extend(Decoding.shape),
});
export const deleteRecordStep = endpoint({
  name: 'deleteRecordStep',
  method: 'DELETE',
  path: '/records/:id/steps/:stepId',
  access: 'record.edit',
  summary: 'Forgets a step that is switched off, with its history',
  params: StepParams,
  reply: 'nothing',
});
export const undoRecordStep = endpoint({
  name: 'undoRecordStep',
  method: 'POST',
  path: '/records/:id/steps/undo',
  access: 'record.edit',
  summary: 'Switches off the last step that is on',
  params: IdParams,
  reply: StepDone,
});
export const redoRecordStep = endpoint({
  name: 'redoRecordStep',
  method: 'POST',
  path: '/records/:id/steps/redo',
  access: 'record.edit',
  summary: 'Switches on the step that was switched off last',
  params: IdParams,
  reply: StepDone,
});
export const goBackToStep = endpoint({
  name: 'goBackToStep',
  method: 'POST',
  path: '/records/:id/steps/back',
  access: 'record.edit',
  summary: 'Switches off all steps after this one; with null all of them',
  params: IdParams,
  body: z.strictObject({ step_id: Id.nullable() }),
  reply: Decoding,
});
