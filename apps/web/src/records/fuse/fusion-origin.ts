import { FusionOrigin, type Record } from '@sillage/contract';
import { z } from 'zod';

const Fused = z.object({ fusion: FusionOrigin });

/** Of what a record was made; undefined for all others. */
export function fusionOf(record: Pick<Record, 'other_data'>): FusionOrigin | undefined {
  return Fused.safeParse(record.other_data).data?.fusion;
}
