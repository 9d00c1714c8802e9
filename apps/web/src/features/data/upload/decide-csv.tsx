import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CsvMapper } from '../../../records/csv/csv-mapper.tsx';
import type { CsvOfFile } from '../../../records/csv/look-at-head.ts';
import { readFileRate } from '../../../records/sample-rate.ts';
import { noFields, type Uploads } from './create-uploads.ts';
import styles from './index.module.css';
import type { UploadRow } from './upload-rows.ts';

interface Props {
  readonly uploads: Uploads;
  readonly row: UploadRow;
  readonly csv: CsvOfFile;
}

/** What the cells of a file that is sent mean, decided for it and remembered for the club. */
export function DecideCsv({ uploads, row, csv }: Props): ReactNode {
  const { t } = useTranslation('data');
  const [remembers, setRemembers] = useState(true);
  const ofAll = uploads.use((state) => (state.fields[row.clientId] ?? noFields).rate);
  const rate = readFileRate(row.own.rate ?? ofAll);
  return (
    <CsvMapper
      csv={csv}
      rateHz={typeof rate === 'number' ? rate : undefined}
      onChange={(mapping) => uploads.edit(row.id, mapping)}
      foot={(isRight) => (
        <div className={styles.decide}>
          <FormControlLabel
            control={<Switch checked={remembers} onChange={(event) => setRemembers(event.target.checked)} />}
            label={t('upload.csv.remember')}
          />
          <Button variant="outlined" disabled={!isRight} onClick={() => uploads.decide(row.id, csv.mapping, remembers)}>
            {t(csv.isDecided && !csv.isEdited ? 'upload.csv.decided' : 'upload.csv.decide')}
          </Button>
        </div>
      )}
    />
  );
}
