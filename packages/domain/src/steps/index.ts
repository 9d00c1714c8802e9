export {
  keepsDates,
  keepsSomething,
  keepsTimes,
  recordTimes,
  type StepsTogether,
  startOfRecord,
  stepsTogether,
  stretchInOriginal,
  stretchInRecord,
  toOriginalSeconds,
  toRecordSeconds,
  untouched,
} from './step-times.ts';
