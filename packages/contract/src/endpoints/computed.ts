import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { FormulaCurve, FormulaPreview, RecordComputed } from '../shapes/computed.ts';
import { IdParams } from '../shapes/primitives.ts';

export const listComputedChannels = endpoint({
  name: 'listComputedChannels',
  method: 'GET',
  path: '/records/:id/computed',
  access: 'record.read',
  summary:
    'Computed channels that the caller may read on a record like its variables: their own and those of its club. They are parameters `computed_channels::record::…` of the person or the club',
  params: IdParams,
  reply: z.array(RecordComputed),
});
export const previewFormula = endpoint({
  name: 'previewFormula',
  method: 'POST',
  path: '/records/:id/computed/preview',
  access: 'record.read',
  summary:
    'Tries a formula on a stretch of a record: its unit, its rate, its curve; the newest try of a person replaces the one before',
  params: IdParams,
  body: FormulaPreview,
  reply: FormulaCurve,
});
