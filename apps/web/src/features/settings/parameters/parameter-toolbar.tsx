import { mdiDownload, mdiMagnify, mdiPlusCircle } from '@mdi/js';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import ToggleButton from '@mui/material/ToggleButton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../base/save-file.ts';
import toolbar from '../../../tables/table-toolbar.module.css';
import { Icon } from '../../../ui/icon.tsx';
import { exportOf, type ParameterFilter, type ParametersByName } from './group-parameters.ts';
import styles from './parameter-screen.module.css';
import { TargetPick } from './target-pick.tsx';
import type { Target, TargetKind } from './targets.ts';

/** What is shown of which thing; export and adding at the right. */
export function ParameterToolbar(props: {
  kinds: readonly TargetKind[];
  target: Target;
  choice?: ReactNode;
  onChoose(target: Target): void;
  all: ParametersByName | undefined;
  filter: ParameterFilter;
  onFilter(filter: ParameterFilter): void;
  onAdd?(): void;
}): ReactNode {
  const { t } = useTranslation('settings');
  const { all, filter, onFilter, target } = props;
  const modified = Object.values(all ?? {}).filter((one) => one.modified).length;
  return (
    <div className={`${toolbar.bar} ${styles.bar}`}>
      {props.choice}
      <TargetPick kinds={props.kinds} target={target} onChoose={props.onChoose} />
      <search className={`${toolbar.search} ${styles.search}`}>
        <Icon path={mdiMagnify} size={20} />
        <input
          type="search"
          value={filter.search}
          maxLength={200}
          aria-label={t('parameters.search')}
          placeholder={t('parameters.search')}
          onChange={(event) => onFilter({ ...filter, search: event.target.value })}
        />
      </search>
      {modified > 0 && (
        <ToggleButton
          value="modified"
          size="small"
          className={styles.modified ?? ''}
          selected={filter.onlyModified}
          onChange={() => onFilter({ ...filter, onlyModified: !filter.onlyModified })}
        >
          {t('parameters.modified', { count: modified })}
        </ToggleButton>
      )}
      <span className={styles.grow} />
      <FormControlLabel
        className={styles.advanced ?? ''}
        control={<Switch checked={filter.advanced} onChange={(_, advanced) => onFilter({ ...filter, advanced })} />}
        label={t('parameters.advanced')}
      />
      <Button
        color="inherit"
        disabled={all === undefined}
        onClick={() => all && exportParameters(target, all)}
        startIcon={<Icon path={mdiDownload} size={18} />}
      >
        {t('export')}
      </Button>
      {props.onAdd && (
        <Button onClick={props.onAdd} startIcon={<Icon path={mdiPlusCircle} size={18} />}>
          {t('parameters.add')}
        </Button>
      )}
    </div>
  );
}

function exportParameters(target: Target, all: ParametersByName): void {
  const body = new TextEncoder().encode(exportOf(all));
  const name = target.name.replace(/[^\p{L}\p{N}._-]+/gu, '-');
  saveFile({ body, contentType: 'application/json' }, `sillage-${target.table.toLowerCase()}-${name}.json`);
}
