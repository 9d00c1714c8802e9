import { api } from '@sillage/contract';
import { fileAnswer, type Serve } from '../../platform/http/index.ts';
import { writeExample } from './example-content.ts';
import type { BackupDependencies } from './export-job.ts';

export function backupRoutes(serve: Serve, dependencies: BackupDependencies): void {
  serve(api.exampleDatabase, async ({ query }) => {
    const name = query.fill_example ? 'sillage-backup-example.zip' : 'sillage-backup-empty.zip';
    return fileAnswer(await writeExample(dependencies, query.fill_example), 'application/zip', name);
  });
}
