export { keepOutcome, keepOutcomes, type ToKeep } from './keep-outcome.ts';
export { type KeptRow, presentResult } from './present-result.ts';
export { currentResultsOf, resultsOf } from './read-results.ts';
export { readSeen, sharesTrials, showResults } from './show-results.ts';
export { specificHeaders, specificRows } from './specific-statistics.ts';
export { trialsOfRecords } from './trial-of-record.ts';
