import { limits, type Record } from '@sillage/contract';

/** Whether records can become one, by who looks at them. */
export function mayFuse(records: readonly Record[]): boolean {
  const [first] = records;
  const isCount = records.length >= 2 && records.length <= limits.recordsAFusion;
  return isCount && records.every((one) => one.visualisable && one.may.edit && one.client_id === first?.client_id);
}
