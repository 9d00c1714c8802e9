import type { Task } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { TaskAction } from './task-actions.ts';

/** Asks before a task is stopped or deleted, and says what that loses. */
export function TaskConfirm(props: {
  task: Task;
  action: TaskAction;
  pending: boolean;
  onConfirm(): void;
  onClose(): void;
}): ReactNode {
  const { task, action } = props;
  const { t } = useTranslation('admin');
  const language = useAppearance((appearance) => appearance.language);
  return (
    <ConfirmDialog
      title={t(`tasks.ask.${action}Title`, { name: `${task.display_name[language]} #${task.id}` })}
      text={t(`tasks.ask.${action}Text`)}
      verb={t(`tasks.ask.${action}Now`)}
      pending={props.pending}
      onConfirm={props.onConfirm}
      onClose={props.onClose}
    />
  );
}
