import { z } from 'zod';

export const RecordType = z.enum(['record', 'scenario', 'calib', 'mini', 'seance', 'video', 'fusion']);
export type RecordType = z.infer<typeof RecordType>;
