import { sampleReader } from '@sillage/device-protocol';
import type { TappedBlock } from '../tap/index.ts';

/** The samples of a block by `module.variable`; undefined where it cannot be read. */
export function readBlock({ bytes, header, module, name }: TappedBlock): Record<string, Float64Array> | undefined {
  const samples = sampleReader(bytes, header, module);
  if (typeof samples === 'string') return undefined;
  const columns: Record<string, Float64Array> = {};
  for (const [c, column] of module.columns.entries()) {
    const values = new Float64Array(header.sampleCount);
    for (let i = 0; i < values.length; i++) values[i] = samples.value(c, i);
    columns[`${name}.${column.name}`] = values;
  }
  return columns;
}
