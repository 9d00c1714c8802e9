import type { z } from 'zod';

/** Path of a field → code of the rule it breaks: the schema's own code (`email`, `required`, …) or zod's. */
export function fieldCodes(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const entries = issues.map((issue) => {
    const own = /^[a-z][\w.]*$/i.test(issue.message) ? issue.message : issue.code;
    const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
    return [issue.path.map(String).join('.'), missing ? 'required' : own];
  });
  return Object.fromEntries(entries.reverse());
}
