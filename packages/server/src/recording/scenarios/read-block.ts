import { type DecodedBlock, decodeBlock } from '@sillage/device-protocol';
import type { TappedBlock } from '../tap/index.ts';

export interface ReadBlock extends DecodedBlock {
  /** The values by `module.variable`. */
  readonly columns: Readonly<Record<string, Float64Array>>;
}

/** The samples of a block; undefined where it cannot be read. */
export function readBlock({ bytes, header, module, name }: TappedBlock): ReadBlock | undefined {
  const decoded = decodeBlock(bytes, header, module);
  if (typeof decoded === 'string') return undefined;
  const columns: Record<string, Float64Array> = {};
  for (const [c, values] of decoded.values.entries()) columns[`${name}.${module.columns[c]?.name}`] = values;
  return { ...decoded, columns };
}
