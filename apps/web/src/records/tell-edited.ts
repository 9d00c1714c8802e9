import { api, type Record, type RecordEdit } from '@sillage/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notify } from '../base/notify.ts';
import { useServer } from '../base/services.tsx';
import { editEach } from './edit-each.ts';
import { recordKeys } from './record-queries.ts';
import { fieldsAsBefore } from './shared-fields.ts';

/** Says that records were changed, with the way back: what each of them said before, of the fields that were changed. */
export function useTellEdited(): (records: readonly Record[], changes: RecordEdit) => void {
  const server = useServer();
  const queryClient = useQueryClient();
  const { t } = useTranslation('records');
  const undo = useMutation({
    mutationFn: (before: ReadonlyMap<number, RecordEdit>) =>
      editEach([...before.keys()], (id) => server.call(api.editRecord, { params: { id }, body: before.get(id) ?? {} })),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: recordKeys.lists });
      await queryClient.invalidateQueries({ queryKey: ['records', 'one'] });
    },
  });
  return (records, changes) => {
    const before = new Map(records.map((record) => [record.id, fieldsAsBefore(record, changes)]));
    const action = { label: t('associate.undo'), run: () => undo.mutate(before) };
    notify({ kind: 'success', text: t('associate.done', { count: records.length }), action });
  };
}
