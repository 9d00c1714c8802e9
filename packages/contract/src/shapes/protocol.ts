import { z } from 'zod';

const between = (least: number, most: number) =>
  z.number({ error: 'number' }).min(least, { error: 'bounds' }).max(most, { error: 'bounds' });

/** How a test was done, as its record keeps it: what analyses take as measured, and what trials must have in common. */
export const TestProtocol = z
  .strictObject({
    /** As it was said to the athlete. */
    instruction: z.string().trim().min(1, { error: 'required' }).max(300, { error: 'maxLength' }),
    /** Hands on the hips, or swung. */
    arms: z.enum(['akimbo', 'free']),
    box_height_m: between(0.05, 2),
    /** From the lowest point of a jump to take-off: extended leg length less that at 90°. */
    push_off_m: between(0.1, 1),
    /** Besides the body. */
    load_kg: between(0, 400),
    /** N that the empty plate shows. */
    tare_n: between(-500, 500),
    body_mass_kg: between(20, 250),
    body_height_m: between(1, 2.5),
  })
  .partial();
export type TestProtocol = z.infer<typeof TestProtocol>;

/** Where it lies in what is kept beside a record. */
export const protocolKey = 'protocol';

/** What of `other_data` is a protocol; what another program put there counts for nothing. */
export function protocolOf(otherData: unknown): TestProtocol {
  const Kept = z.object({ [protocolKey]: TestProtocol });
  return Kept.safeParse(otherData).data?.[protocolKey] ?? {};
}
