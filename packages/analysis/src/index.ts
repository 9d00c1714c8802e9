export type { Analysis, CycleFound, Frame, Moment, Output, Parameter, Phase, Refusal, TrialsOf } from './analysis.ts';
export { isRefused } from './analysis.ts';
export { analyses, analysisOf } from './catalogue.ts';
export { type Judged, type JudgedTrial, judgeChange } from './change/judge-change.ts';
export { analysesFor, rankAnalyses, type Told } from './choose-analyses.ts';
export { chooseInputs, fitsRecord } from './choose-inputs.ts';
export { type Derivation, derivationsFor, type Recorded } from './derived/index.ts';
export { type Explained, whyNoFormula } from './explained/explained.ts';
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
export { type AnalysisPage, describePage } from './page/describe-page.ts';
export { writeMarkdown } from './page/write-markdown.ts';
export { phaseWord } from './phase-words.ts';
export {
  type AnalysisResult,
  type AnalysisValue,
  type BadAsk,
  type HeldParameter,
  type HeldParameters,
  isBadAsk,
  parameterValue,
  type RunOptions,
  runAnalysis,
  type Variable,
  type VariableCorrection,
} from './run-analysis.ts';
export {
  reasonCodes,
  reasonSentence,
  refusalCodes,
  refusalSentence,
  warningCodes,
  warningSentence,
} from './sentences.ts';
export type { Translated } from './translated.ts';
