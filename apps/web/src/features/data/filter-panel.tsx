import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Popover from '@mui/material/Popover';
import Switch from '@mui/material/Switch';
import { RecordType } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../base/notify.ts';
import { useOwnTimezone } from '../../base/own-parameters.ts';
import { daysOf, useFilters } from '../../records/filters.ts';
import { useToday } from '../../records/last-days.ts';
import { useClientLists } from '../../records/record-queries.ts';
import { useScenarioChoices } from '../../records/scenario-choices.ts';
import { BottomSheet } from '../../ui/bottom-sheet.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { PickMany } from '../../ui/pick-many.tsx';
import { useScreenSize } from '../../ui/screen-size.ts';
import { isDay } from '../../ui/typed-day.ts';
import { useDeviceChoices } from './device-choices.ts';
import styles from './filter-panel.module.css';

interface PanelProps {
  readonly anchor: HTMLElement | null;
  /** Records that match now. */
  readonly count: number | undefined;
  onClose(): void;
}

/** Edits the filters in place; each change applies at once. */
export function FilterPanel(props: PanelProps): ReactNode {
  const { t } = useTranslation('data');
  const size = useScreenSize();
  if (size !== 'desktop') {
    return (
      <BottomSheet label={t('filters.title')} open={props.anchor !== null} onClose={props.onClose} fitted>
        <FilterFields {...props} />
      </BottomSheet>
    );
  }
  return (
    <Popover
      open={props.anchor !== null}
      anchorEl={props.anchor}
      onClose={props.onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { className: styles.paper ?? '', role: 'dialog', 'aria-label': t('filters.title') } }}
    >
      <FilterFields {...props} />
    </Popover>
  );
}

function FilterFields(props: PanelProps): ReactNode {
  const { t } = useTranslation('data');
  const { filters, change, reset } = useFilters();
  const { people, sports, groups, exercises } = useClientLists();
  const devices = useDeviceChoices();
  const scenarios = useScenarioChoices(true) ?? [];
  const none = t('filters.all');
  const days = daysOf(filters, useToday(useOwnTimezone()));
  const date = (name: 'minDate' | 'maxDate') => (
    <DateField
      label={t(`filters.${name}`)}
      value={days[name] ?? ''}
      onChange={(day) => change({ lastDays: null, ...days, [name]: isDay(day) ? day : null })}
    />
  );
  return (
    <div className={styles.panel}>
      <div className={styles.fields}>
        <PickMany
          label={t('filters.groupIds')}
          none={none}
          choices={groups.map((group) => ({ value: group.id, label: group.name }))}
          chosen={filters.groupIds}
          onChoose={(groupIds) => change({ groupIds })}
        />
        <PickMany
          label={t('filters.userIds')}
          none={none}
          choices={people.map((one) => ({ value: one.id, label: `${one.firstname} ${one.lastname}` }))}
          chosen={filters.userIds}
          onChoose={(userIds) => change({ userIds })}
        />
        <PickMany
          label={t('filters.deviceIds')}
          none={none}
          choices={devices}
          chosen={filters.deviceIds}
          onChoose={(deviceIds) => change({ deviceIds })}
        />
        <PickMany
          label={t('filters.sportIds')}
          none={none}
          choices={sports.map((sport) => ({ value: sport.id, label: inPageLanguage(sport.display_name) }))}
          chosen={filters.sportIds}
          onChoose={(sportIds) => change({ sportIds })}
        />
        <PickMany
          label={t('filters.exerciseIds')}
          none={none}
          choices={exercises.map((exercise) => ({ value: exercise.id, label: exercise.name }))}
          chosen={filters.exerciseIds}
          onChoose={(exerciseIds) => change({ exerciseIds })}
        />
        <PickMany
          label={t('filters.scenario_ids')}
          none={none}
          choices={scenarios}
          chosen={filters.scenario_ids}
          onChoose={(scenario_ids) => change({ scenario_ids })}
        />
        <PickMany
          label={t('filters.record_type')}
          none={none}
          choices={RecordType.options.map((type) => ({ value: type, label: t(`type.${type}`) }))}
          chosen={filters.record_type}
          onChoose={(record_type) => change({ record_type })}
        />
        {date('minDate')}
        {date('maxDate')}
      </div>
      <div className={styles.foot}>
        <FormControlLabel
          className={styles.favourite ?? ''}
          label={t('filters.onlyFavorite')}
          control={
            <Switch
              checked={filters.onlyFavorite}
              onChange={(event) => change({ onlyFavorite: event.target.checked })}
            />
          }
        />
        <FormControlLabel
          className={styles.favourite ?? ''}
          label={t('filters.include_seances_subrecords')}
          control={
            <Switch
              checked={filters.include_seances_subrecords}
              onChange={(event) => change({ include_seances_subrecords: event.target.checked })}
            />
          }
        />
        <span className={styles.count} role="status">
          {props.count !== undefined && t('filters.matching', { count: props.count })}
        </span>
        <Button onClick={reset}>{t('filters.reset')}</Button>
        <Button variant="contained" onClick={props.onClose}>
          {t('filters.close')}
        </Button>
      </div>
    </div>
  );
}
