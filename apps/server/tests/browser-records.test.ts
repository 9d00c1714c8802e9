import { afterAll, beforeAll, describe } from 'vitest';
import { openStage, type Stage } from './record-stories/stage.ts';
import { tellAnalysisStories } from './record-stories/tell-analysis-stories.ts';
import { tellCurveStories } from './record-stories/tell-curve-stories.ts';
import { tellImportStories } from './record-stories/tell-import-stories.ts';
import { tellListStories } from './record-stories/tell-list-stories.ts';
import { tellSelectionStories } from './record-stories/tell-selection-stories.ts';
import { tellStepStories } from './record-stories/tell-step-stories.ts';

let opened: Stage;
const stage = () => opened;

beforeAll(async () => {
  opened = await openStage();
});
afterAll(async () => {
  await opened?.stop();
});

/** What a coach does with records, on a desk, a tablet and a phone; axe-core looks at each state that is new. */
describe('as a coach', () => {
  describe('on the list', () => tellListStories(stage));
  describe('with files', () => tellImportStories(stage));
  describe('on the curves', () => tellCurveStories(stage));
  describe('with selections', () => tellSelectionStories(stage));
  describe('with analyses', () => tellAnalysisStories(stage));
  describe('on a record', () => tellStepStories(stage));
});
