import { endpoint } from '../endpoint.ts';
import { ClientIdParams, listOf } from '../shapes/primitives.ts';
import {
  LeaveTrial,
  PromptAnswer,
  PushButton,
  RunDevices,
  RunParams,
  ScenarioRun,
  ScenarioStart,
} from '../shapes/scenario-run.ts';

export const startScenario = endpoint({
  name: 'startScenario',
  method: 'POST',
  path: '/scenarios/start',
  access: 'device.command',
  status: 201,
  summary: 'Starts a scenario on devices',
  body: ScenarioStart,
  reply: ScenarioRun,
});
const ofRun = { access: 'device.command', params: RunParams, reply: ScenarioRun } as const;
export const readScenarioRun = endpoint({
  ...ofRun,
  name: 'readScenarioRun',
  method: 'GET',
  path: '/scenarios/:runId/settings',
  access: 'device.watch',
  summary: 'A run: its scenario, parameters, devices, results',
});
export const stopScenario = endpoint({
  ...ofRun,
  name: 'stopScenario',
  method: 'POST',
  path: '/scenarios/:runId/stop',
  summary: 'Ends a run, and the records that it makes',
});
export const pushScenarioButton = endpoint({
  ...ofRun,
  name: 'pushScenarioButton',
  method: 'POST',
  path: '/scenarios/:runId/push_button',
  summary: 'Presses the button that a run waits for',
  body: PushButton.prefault({}),
});
export const leaveScenarioTrial = endpoint({
  ...ofRun,
  name: 'leaveScenarioTrial',
  method: 'POST',
  path: '/scenarios/:runId/trial',
  summary: 'Redoes the trial under way from its start, or skips it, for all devices of a run',
  body: LeaveTrial,
});
export const answerScenarioPrompt = endpoint({
  ...ofRun,
  name: 'answerScenarioPrompt',
  method: 'POST',
  path: '/scenarios/:runId/answer',
  summary: 'Answers a choice, or a value that a run asks for',
  body: PromptAnswer,
});
export const joinScenario = endpoint({
  ...ofRun,
  name: 'joinScenario',
  method: 'POST',
  path: '/scenarios/:runId/join',
  summary: 'Devices join a run that goes on',
  body: RunDevices,
});
export const leaveScenario = endpoint({
  ...ofRun,
  name: 'leaveScenario',
  method: 'POST',
  path: '/scenarios/:runId/leave',
  summary: 'Devices leave a run, which goes on with the others',
  body: RunDevices,
});
export const listScenarioRuns = endpoint({
  name: 'listScenarioRuns',
  method: 'GET',
  path: '/scenarios/runs/:clientId',
  access: 'device.watch',
  summary:
    'The runs of a client that go on now, and those that have ended whose analyses wait for devices that were away',
  params: ClientIdParams,
  reply: listOf(ScenarioRun),
});
