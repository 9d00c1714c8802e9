import { useEffect, useEffectEvent, useState } from 'react';
import { notify, notifyFailedAction } from '../../../base/notify.ts';
import { i18next } from '../../../base/translate.ts';
import { readDropped } from './read-dropped.ts';

/** Takes files and folders that are dropped anywhere in the window; true while some hover over it. */
export function useDroppedFiles(onFiles: (files: readonly File[]) => void, isTaken = true): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((data: DataTransfer) => {
    readDropped(data).then(({ files, unreadable }) => {
      if (files.length > 0) onFiles(files);
      if (unreadable > 0) notify({ kind: 'warning', text: i18next.t('data:upload.unreadable', { count: unreadable }) });
    }, notifyFailedAction);
  });
  useEffect(() => {
    if (!isTaken) return;
    const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    // Of the window itself: others are of what lies below the pointer.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer !== null) take(event.dataTransfer);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [isTaken]);
  return isOver;
}
