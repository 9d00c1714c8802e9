import Button from '@mui/material/Button';
import { api } from '@sillage/contract';
import { isInWork } from '@sillage/domain';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { notifyProblem } from '../../../base/notify.ts';
import { sentenceOfProblem } from '../../../base/say-problem.ts';
import { useServer } from '../../../base/services.tsx';
import { formatNumber } from '../../../ui/format-number.ts';
import { printedUnit } from '../../../ui/printed-unit.ts';
import styles from './calibration.module.css';
import type { Calibrated } from './calibration-commands.ts';

/** ms between looks at a record that is being decoded. */
const lookEvery = 1000;
const decimals = 3;

/** What the record of a calibration shows: what is left of the error, and whether that is kept. */
export function FoundResidual(props: { name: string; calibrated: Calibrated; onAgain(): void }): ReactNode {
  const { t } = useTranslation('realtime');
  const server = useServer();
  const { record_id: id, calib_type } = props.calibrated;
  const record = useQuery({
    queryKey: ['calibrationRecord', id],
    queryFn: ({ signal }) => server.call(api.readRecord, { params: { id }, signal }),
    refetchInterval: ({ state: { data, error } }) =>
      error === null && (data === undefined || isInWork(data.decode_state)) ? lookEvery : false,
    meta: { quiet: true },
  });
  const isDecoded = record.data !== undefined && !isInWork(record.data.decode_state);
  const found = useQuery({
    queryKey: ['calibrationFound', id, calib_type],
    queryFn: ({ signal }) => server.call(api.tryCalibration, { params: { id }, body: { calib_type }, signal }),
    enabled: isDecoded,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
  const problem = record.error ?? found.error;
  const keep = useMutation({
    mutationFn: () => server.call(api.recalibrateRecord, { params: { id }, body: { calib_type } }),
    onError: notifyProblem,
  });
  return (
    <section className={styles.found} aria-label={props.name}>
      <h3>{props.name}</h3>
      {problem === null && (!isDecoded || found.isPending) && <p role="status">{t('calibration.measuring')}</p>}
      {problem !== null && <p role="alert">{sentenceOfProblem(problem, t('calibration.noAnswer'))}</p>}
      {found.data?.sensors.map((sensor) => (
        <Residual key={sensor.columns.join()} sensor={sensor} />
      ))}
      <p className={styles.actions}>
        {found.data !== undefined && (
          <Button
            variant="contained"
            size="small"
            disabled={keep.isPending || keep.isSuccess}
            onClick={() => keep.mutate()}
          >
            {t(keep.isSuccess ? 'calibration.kept' : 'calibration.keep')}
          </Button>
        )}
        {!keep.isSuccess && (
          <Button size="small" onClick={props.onAgain}>
            {t('calibration.again')}
          </Button>
        )}
        <Link to="/records/$recordId" params={{ recordId: String(id) }}>
          {t('calibration.open')}
        </Link>
      </p>
    </section>
  );
}

interface Measured {
  readonly kind: 'acc' | 'gyro' | 'other';
  readonly columns: readonly string[];
  readonly unit: string;
  readonly residual: { readonly before: number; readonly after: number; readonly limit: number } | null;
}

function Residual({ sensor: { kind, columns, unit, residual } }: { sensor: Measured }): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  if (residual === null) return null;
  const say = (value: number) => formatNumber(value, decimals, language);
  const isDoubtful = residual.after > residual.limit;
  return (
    <p>
      {kind === 'other' ? columns.join(', ') : t(`calibration.kind.${kind}`)},{' '}
      <b>
        {t('calibration.residual')} {say(residual.after)} {printedUnit(unit, language)}
      </b>{' '}
      {t('calibration.beside', { before: say(residual.before), limit: say(residual.limit) })}
      {isDoubtful && <span className={styles.doubtful}> {t('calibration.doubtful')}</span>}
    </p>
  );
}
