import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenTable } from '../../../base/open-view.ts';
import { useRoleContext } from '../../../base/role-context.ts';
import { useUser } from '../../../base/services.tsx';
import { LoadingRows } from '../../../tables/list-states.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useScreenSize } from '../../../ui/screen-size.ts';
import { type Section, staffSections } from '../sections.ts';
import styles from './index.module.css';

/** The tables that a manager or a coach looks after, one at a time. */
export default function Club(): ReactNode {
  const sections = staffSections(useUser());
  const shown = useOpenTable(sections.map(({ name }) => name));
  const navigate = useNavigate();
  const phone = useScreenSize() === 'phone';
  const open = sections.find(({ name }) => name === shown);
  if (open === undefined) return null;
  const Choice = phone ? SectionMenu : SectionTabs;
  return (
    <div className={styles.club}>
      <Choice
        sections={sections}
        open={open}
        onOpen={({ name }) => void navigate({ to: '/settings/club/$table', params: { table: name } })}
      />
      <div className={styles.content}>
        <Suspense fallback={<LoadingRows />}>
          <open.Screen />
        </Suspense>
      </div>
    </div>
  );
}

interface ChoiceProps {
  readonly sections: readonly Section[];
  readonly open: Section;
  onOpen(section: Section): void;
}

function useSectionWord(): (section: Section) => string {
  const { t } = useTranslation('app');
  const context = useRoleContext();
  return ({ name }) => t(`views.admin.${name}`, context);
}

function SectionTabs(props: ChoiceProps): ReactNode {
  const { t } = useTranslation('admin');
  const wordOf = useSectionWord();
  return (
    <Tabs
      value={props.open.name}
      variant="scrollable"
      scrollButtons={false}
      slotProps={{ indicator: { className: styles.indicator ?? '' } }}
      aria-label={t('sections.tables')}
      className={styles.tabs ?? ''}
    >
      {props.sections.map((section) => (
        <Tab key={section.name} value={section.name} label={wordOf(section)} onClick={() => props.onOpen(section)} />
      ))}
    </Tabs>
  );
}

/** The sections of the club as a choice, where there is no room for tabs below those of the settings. */
function SectionMenu(props: ChoiceProps): ReactNode {
  const { t } = useTranslation('admin');
  const wordOf = useSectionWord();
  return (
    <div className={styles.choice}>
      <Select
        fullWidth
        value={props.open.name}
        inputProps={{ 'aria-label': t('sections.tables') }}
        onChange={(event) => {
          const chosen = props.sections.find(({ name }) => name === event.target.value);
          if (chosen) props.onOpen(chosen);
        }}
        renderValue={() => (
          <span className={styles.chosen}>
            <Icon path={props.open.icon} size={18} />
            {wordOf(props.open)}
          </span>
        )}
      >
        {props.sections.map((section) => (
          <MenuItem key={section.name} value={section.name}>
            <Icon path={section.icon} size={18} />
            {wordOf(section)}
          </MenuItem>
        ))}
      </Select>
    </div>
  );
}
