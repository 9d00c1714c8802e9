import { mdiCallMerge, mdiClose } from '@mdi/js';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import type { FusionType, Record } from '@sillage/contract';
import { sharedMovements } from '@sillage/domain';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOfProblem } from '../../base/say-problem.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './fuse-dialog.module.css';
import { FuseParts } from './fuse-parts.tsx';
import { FuseProgress } from './fuse-progress.tsx';
import { useFusionProposal, useStartFusion } from './fusion-queries.ts';
import { offsetsOf } from './offsets.ts';

const types = ['synchro', 'gps', 'time', 'start_rec'] as const satisfies readonly FusionType[];

/** Makes one record of several: how they lie on one clock is seen and corrected before it is done. */
export function FuseDialog(props: { records: readonly Record[]; onClose(): void }): ReactNode {
  const { t } = useTranslation('records');
  const heading = useId();
  const [records] = useState(() => props.records.toSorted((a, b) => a.timestamp - b.timestamp || a.id - b.id));
  const ids = records.map(({ id }) => id);
  const [type, setType] = useState<FusionType>(() =>
    sharedMovements(records.map((record) => Object.keys(record.available_data))).length > 0 ? 'synchro' : 'time',
  );
  const [variable, setVariable] = useState<string>();
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const proposal = useFusionProposal(ids, type, type === 'synchro' ? variable : undefined);
  const start = useStartFusion();
  const offsets = offsetsOf(ids, typed, proposal.data?.parts);
  const isComplete = offsets.every((offset) => offset !== undefined);
  const problem = start.error ?? proposal.error;
  const choose = (chosen: FusionType) => {
    start.reset();
    setType(chosen);
    setTyped(new Map());
  };
  const fuse = () =>
    start.mutate({
      record_ids: ids,
      type,
      offsets: offsets.flatMap((offset) => (offset === undefined ? [] : [offset])),
      signals_versions: proposal.data?.parts.map((part) => part.signals_version) ?? null,
    });
  const title = t('fuse.title', { count: records.length });
  if (start.data !== undefined) {
    return <FuseProgress title={title} taskId={start.data.task_id} parts={records} onClose={props.onClose} />;
  }
  return (
    <Dialog open onClose={props.onClose} aria-labelledby={heading}>
      <DialogTitle id={heading} className={styles.title ?? ''}>
        <span>{title}</span>
        <IconButton aria-label={t('download.close')} onClick={props.onClose}>
          <Icon path={mdiClose} />
        </IconButton>
      </DialogTitle>
      <DialogContent className={styles.content ?? ''}>
        <fieldset className={styles.types}>
          <legend className="visually-hidden">{t('fuse.type')}</legend>
          {types.map((one) => (
            <label key={one} className={styles.type}>
              <input type="radio" name={heading} checked={type === one} onChange={() => choose(one)} />
              <b>{t(`fuse.types.${one}`)}</b>
              <span>{t(`fuse.hints.${one}`)}</span>
            </label>
          ))}
        </fieldset>
        <FuseParts
          records={records}
          proposal={proposal.data}
          isLoading={proposal.isFetching}
          offsets={offsets}
          typed={typed}
          movement={variable}
          onMovement={(name) => {
            start.reset();
            setVariable(name);
            setTyped(new Map());
          }}
          onType={(id, text) => {
            start.reset();
            setTyped(new Map(typed).set(id, text));
          }}
        />
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {sentenceOfProblem(problem, t('download.noAnswer'))}
          </p>
        )}
      </DialogContent>
      <DialogActions className={styles.actions ?? ''}>
        <span className={styles.stay}>{t('fuse.stay', { count: records.length })}</span>
        <Button onClick={props.onClose}>{t('cancel')}</Button>
        <Button
          variant="contained"
          disabled={!isComplete}
          loading={start.isPending}
          onClick={fuse}
          startIcon={<Icon path={mdiCallMerge} size={18} />}
        >
          {t('fuse.start')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
