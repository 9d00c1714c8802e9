import { z } from 'zod';
import type { RecordingModuleInfo } from './recording.ts';
import { safeName, uniqueNames } from './safe-names.ts';

/** Key under which a module describes itself in the metadata of our Parquet and MCAP. */
export const moduleKey = 'sillage';
/** Key of our Parquet under which it says when its T is 0: µs since 1970. */
export const startKey = 'record.start_us';

const mostColumns = 1024;
const Description = z.object({ fr: z.string(), en: z.string() });
const Described = z.object({
  name: z.string().min(1),
  type: z.string(),
  rateHz: z.number().positive(),
  columns: z
    .array(
      z.object({ name: z.string().min(1), unit: z.string(), description: Description, type: z.enum(['f32', 'f64']) }),
    )
    .max(mostColumns),
});

/** A module as a file of ours describes it, its names made safe; undefined for anything else. */
export function readDescription(text: string | undefined): RecordingModuleInfo | undefined {
  if (text === undefined) return undefined;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { data: module } = Described.safeParse(given);
  if (module === undefined) return undefined;
  const nameOnce = uniqueNames();
  const columns = module.columns.map(({ name, unit, description: { fr, en }, type }) => ({
    name: nameOnce(safeName(name)),
    unit: unit.slice(0, 20),
    description: { fr: fr.slice(0, 100), en: en.slice(0, 100) },
    type,
  }));
  return { name: safeName(module.name), type: module.type.slice(0, 40), rateHz: module.rateHz, columns };
}
