import type { Record } from '@sillage/contract';
import { z } from 'zod';
import { reportProblem } from '../base/report-problems.ts';

const Parsed = z.record(z.string(), z.unknown());

/** A record whose `other_data` came as JSON text, parsed; what cannot be parsed is told to the server. */
export function withOtherData(record: Record): Record {
  if (typeof record.other_data !== 'string') return record;
  try {
    return { ...record, other_data: Parsed.parse(JSON.parse(record.other_data)) };
  } catch {
    reportProblem('warning', `Error when parsing other_data ${record.other_data}`, { recordId: record.id });
    return { ...record, other_data: {} };
  }
}
