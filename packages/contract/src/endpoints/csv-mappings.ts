import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { CsvMapping } from '../shapes/csv-mapping.ts';
import { PathId } from '../shapes/primitives.ts';
import { Sha256 } from '../shapes/upload.ts';

/** SHA-256 of the names as they stand in the file, trimmed, joined by line feeds. */
const HeaderParams = z.object({ header: Sha256 });
const ClientQuery = z.object({ client_id: PathId.optional() });

export const readCsvMapping = endpoint({
  name: 'readCsvMapping',
  method: 'GET',
  path: '/csv_mappings/:header',
  access: 'record.create',
  summary:
    'What a club decided of CSV files with these names: `header` is the SHA-256 of the names, trimmed, joined by line feeds. `mapping` is null when it decided nothing',
  params: HeaderParams,
  query: ClientQuery,
  reply: z.object({ mapping: CsvMapping.nullable() }),
});
export const keepCsvMapping = endpoint({
  name: 'keepCsvMapping',
  method: 'PUT',
  path: '/csv_mappings/:header',
  access: 'record.create',
  summary: 'Remembers for a club what CSV files with these names mean; the 1,000 that were used last',
  params: HeaderParams,
  query: ClientQuery,
  body: CsvMapping,
  reply: 'nothing',
});
