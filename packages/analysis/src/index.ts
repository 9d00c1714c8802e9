export type { Analysis, CycleFound, Frame, Moment, Output, Parameter, Phase, Refusal } from './analysis.ts';
export { isRefused } from './analysis.ts';
export { analyses, analysisOf } from './catalogue.ts';
export { type Judged, type JudgedTrial, judgeChange } from './change/judge-change.ts';
export { analysesFor, rankAnalyses, type Told } from './choose-analyses.ts';
export { chooseInputs, fitsRecord } from './choose-inputs.ts';
export type { Figure } from './figures/figure.ts';
export {
  type IndicatorKind,
  type IndicatorName,
  indicatorKinds,
  indicatorNames,
  indicatorsOf,
  isIndicator,
  sportsWithIndicators,
} from './live/indicator-table.ts';
export type { LiveValue, LiveVariable, Sink } from './live/live-part.ts';
export { type IndicatorWatch, watchIndicators } from './live/watch-indicators.ts';
export { phaseWord } from './phase-words.ts';
export {
  type AnalysisResult,
  type AnalysisValue,
  type BadAsk,
  isBadAsk,
  type RunOptions,
  runAnalysis,
  type Variable,
} from './run-analysis.ts';
export { reasonSentence, refusalSentence, warningSentence } from './sentences.ts';
export type { Translated } from './translated.ts';
