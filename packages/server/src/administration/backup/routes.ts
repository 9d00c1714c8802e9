import { api } from '@sillage/contract';
import { fileAnswer, type Serve } from '../../platform/http/index.ts';
import { writeExample } from './example-content.ts';
import type { BackupParts } from './export-job.ts';

export function backupRoutes(serve: Serve, parts: BackupParts): void {
  serve(api.exampleDatabase, async ({ query }) => {
    const name = query.fill_example ? 'sillage-backup-example.zip' : 'sillage-backup-empty.zip';
    return fileAnswer(await writeExample(parts, query.fill_example), 'application/zip', name);
  });
}
