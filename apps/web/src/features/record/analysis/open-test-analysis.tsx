import type { AnalysisAbout, AnalysisOutcome, KeptResult } from '@sillage/contract';
import type { ReactNode } from 'react';
import { fakeServer } from '../../../testing/fake-server.ts';
import { makeRecord } from '../../../testing/make-record.ts';
import { renderForTest } from '../../../testing/render-for-test.tsx';
import { WithOpenRecord } from '../../../testing/with-open-record.tsx';
import { OpenRecordProvider, useOpenRecord } from '../open-record.ts';
import { AnalysisPanel } from './analysis-panel.tsx';
import { PhasesLane } from './phases-lane.tsx';
import { useAnalysisRun } from './use-analysis-run.ts';

export const both = (text: string) => ({ fr: text, en: `${text} en` });
export const record = makeRecord({
  duration: 10,
  signals_version: 4,
  available_data: { 'csv.a': { description: both('A'), unit: 'N' } },
});
export const jump: AnalysisAbout = {
  ...{
    id: 'cmj',
    version: 3,
    name: both('Saut'),
    about: both('Un saut.'),
    scenarios: [],
    sports: [],
    fits: true,
    rows: 'samples',
    held: {},
    rules: [],
    may_set_rules: [],
    is_check: false,
    has_trials: false,
  },
  inputs: { force: { name: both('force'), unit: 'N', optional: true, variable: 'csv.a' } },
  parameters: {
    threshold: { name: both('Seuil'), unit: 'N', source: 'Owen 2014', default: 20, least: 1, most: 200 },
  },
  presets: [],
  outputs: {
    height: {
      ...{ name: both('Hauteur'), unit: 'm', decimals: 3, method: both('impulsion'), about: both('Combien il monte.') },
      ...{ frame: 'takeOff' as const, better: 'higher' as const, source: 'Linthorne 2001' },
      ...{ formula: both('h = {speed:v}² ÷ (2·{threshold:s})'), no_formula: null, over: 'push', roles: ['force'] },
    },
    flight: {
      ...{ name: both('Vol'), unit: 's', decimals: 2, method: both('seuil'), about: both('En l’air.') },
      ...{ frame: null, better: null, source: 'Linthorne 2001' },
      ...{ formula: null, no_formula: both('Lu.'), over: '', roles: [] },
    },
  },
};
export const found: AnalysisOutcome = {
  ...{ analysis: 'cmj', version: 3, signals_version: 4, t0: 0, t1: 10, refused: null },
  values: {
    height: { value: 0.3215, unit: 'm', method: 'impulse', reason: null },
    speed: { value: 2.5, unit: 'm/s', method: 'integration', reason: null },
    flight: {
      value: null,
      unit: 's',
      method: 'threshold',
      reason: { code: 'noLandingRecorded', message: both('Sans réception.') },
    },
  },
  phases: [{ name: 'flight', label: both('En vol'), t0: 2, t1: 3 }],
  cycles: [],
  figures: [],
  windows: { push: [{ t0: 1.2, t1: 2 }] },
  samples: { height: 800 },
  events: [],
  warnings: [{ code: 'weighingMoves', message: both('La pesée bouge.') }],
  correction: null,
  parameters: { threshold: { value: 20, unit: 'N', source: 'default' } },
  inputs: { force: 'csv.a' },
  trials: [],
};

function Analysing(): ReactNode {
  const open = useOpenRecord();
  const analysis = useAnalysisRun(open.record, open.view, []);
  return (
    <OpenRecordProvider value={{ ...open, analysis }}>
      <PhasesLane />
      <AnalysisPanel />
      <output data-testid="marked">
        {analysis.marked &&
          `${[...analysis.marked.variables].join()} ${analysis.marked.pieces.map(({ t0, t1 }) => `${t0}–${t1}`).join()} ${analysis.marked.label}`}
      </output>
    </OpenRecordProvider>
  );
}

export async function openAnalysis(outcome: AnalysisOutcome = found, offered = [jump], more: object = {}) {
  const answers = { listResults: [], ...more };
  const fake = fakeServer({ listAnalyses: offered, runAnalysis: outcome, ...answers });
  await renderForTest(
    <WithOpenRecord record={record}>
      <Analysing />
    </WithOpenRecord>,
    fake,
  );
  return fake;
}

export const kept: KeptResult = {
  ...found,
  ...{ id: 7, record_id: record.id, is_whole: true, preset: null, sha256: null, is_current: true },
  ...{ asked_trials: null, unseen_trials: 0 },
  ...{ user_name: 'Hélène', date: '2026-05-16T09:31:00.000Z', excluded: null },
  parameters: { threshold: { value: 33, unit: 'N', source: 'given' } },
};
