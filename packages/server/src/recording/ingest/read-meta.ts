import { type DeviceMeta, PublishedMeta } from '@sillage/device-protocol';
import type { z } from 'zod';

/** A device's description of itself, or the field that is wrong and why: said to whoever builds the device. */
export function readMeta(message: unknown, number: number): DeviceMeta | { readonly problem: string } {
  if (message === undefined) return { problem: 'not JSON' };
  const meta = PublishedMeta.safeParse(message);
  if (!meta.success) return { problem: firstProblem(meta.error) };
  return meta.data.number === number ? meta.data : { problem: `number: not ${number}` };
}

/** The first field that is wrong, and the rule it breaks. */
export function firstProblem({ issues }: z.ZodError): string {
  const [issue] = issues;
  return issue === undefined ? 'unreadable' : `${issue.path.join('.') || 'message'}: ${issue.message}`.slice(0, 200);
}
