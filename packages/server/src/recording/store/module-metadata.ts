import { Translated } from '@sillage/contract';
import { z } from 'zod';

/** Key of the footer under which a module describes itself. */
export const metadataKey = 'sillage';

/** Ours. Another layout gets another number, so that an older reader decodes again instead of misreading. */
export const layoutVersion = 1;

/** A clock that gives every T exactly as base + (first + i × step) / scale; step and scale are positive. */
export const Steady = z.object({
  base: z.number(),
  first: z.number(),
  step: z.number().positive(),
  scale: z.number().positive(),
});

/** What a module's file says of itself, beside the Parquet schema. */
export const ModuleMetadata = z.object({
  layout: z.literal(layoutVersion),
  name: z.string(),
  type: z.string(),
  rateHz: z.number(),
  /** Among the record's modules. */
  order: z.int(),
  endSeconds: z.number(),
  steady: Steady.nullable(),
  columns: z.array(
    z.object({
      name: z.string(),
      unit: z.string(),
      description: Translated,
      type: z.enum(['f32', 'f64']),
    }),
  ),
});
export type ModuleMetadata = z.infer<typeof ModuleMetadata>;

/** Folder of the pyramids beside the data, so that `*.parquet` in the record's folder is data alone. */
export const pyramidFolder = 'pyramid';

/** A module's file name without its ending: any name becomes a plain one. */
export function fileStem(module: string): string {
  return encodeURIComponent(module).replaceAll(/[*.']/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
