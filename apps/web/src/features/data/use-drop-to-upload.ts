import { useNavigate } from '@tanstack/react-router';
import { useActiveClient } from '../../base/active-client.ts';
import { loadPart } from '../../base/load-part.ts';
import { notifyFailedAction } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import { useDroppedFiles } from './upload/use-dropped-files.ts';

/** Files that are dropped anywhere on the screen are sent, and the page of uploads shows them. True while some hover over it. */
export function useDropToUpload(mayCreate: boolean): boolean {
  const server = useServer();
  const { id: clientId } = useActiveClient();
  const navigate = useNavigate();
  const take = async (files: readonly File[]) => {
    const { uploadsOf } = await loadPart(() => import('./upload/open-uploads.ts'));
    uploadsOf(server).add(files, clientId);
    await navigate({ to: '/upload' });
  };
  return useDroppedFiles((files) => void take(files).catch(notifyFailedAction), mayCreate);
}
