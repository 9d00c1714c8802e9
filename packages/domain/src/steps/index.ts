export {
  keepsSomething,
  keepsTimes,
  type StepsTogether,
  startOfRecord,
  stepsTogether,
  stretchInOriginal,
  stretchInRecord,
  toOriginalSeconds,
  toRecordSeconds,
  untouched,
} from './step-times.ts';
