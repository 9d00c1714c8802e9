import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveClient } from '../../base/active-client.ts';
import { useAppearance } from '../../base/appearance.ts';
import { useCachedQuery } from '../../base/cached-query.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { glideTo } from '../../ui/glide-to.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './section-list.module.css';
import { type Section, sectionGroups, sectionOf } from './sections.ts';

/** The sections at the left, with how many rows each holds. */
export function SectionList(props: { current: Section }): ReactNode {
  const { t } = useTranslation('admin');
  return (
    <nav className={styles.list} aria-label={t('sections.label')}>
      {sectionGroups.map((group) => (
        <div key={group.name}>
          <h2>{t(`sections.${group.name}`)}</h2>
          {group.sections.map((section) => (
            <Entry key={section.name} section={section} current={section.name === props.current.name} />
          ))}
        </div>
      ))}
    </nav>
  );
}

/** The open section may be below the edge of a low screen. */
function bringIntoView(entry: HTMLElement | null): void {
  glideTo(entry, { block: 'nearest' });
}

function Entry({ section, current }: { section: Section; current: boolean }): ReactNode {
  const { t } = useTranslation('app');
  const label = t(`views.admin.${section.name}`);
  return (
    <Link
      to="/admin/$view"
      params={{ view: section.name }}
      className={styles.entry}
      ref={current ? bringIntoView : undefined}
      aria-current={current ? 'page' : undefined}
    >
      <Icon path={section.icon} size={18} />
      <span className={styles.name} title={label}>
        {label}
      </span>
      {section.count && <Count of={section.count} />}
    </Link>
  );
}

function Count({ of }: { of: NonNullable<Section['count']> }): ReactNode {
  const active = useActiveClient();
  const language = useAppearance((appearance) => appearance.language);
  const body = { pageSize: 1, ...(of.ofClient ? { clientIds: [active.id] } : {}) };
  const { data } = useCachedQuery({
    table: of.cached,
    key: [of.list.name, 'count', body],
    clientId: of.ofClient ? active.id : undefined,
    shape: of.list.reply,
    fetch: (server, signal) => server.request(of.list, { body, signal }),
  });
  return data === undefined ? null : <span className={styles.count}>{formatNumber(data.total, 0, language)}</span>;
}

/** The sections as a choice, for screens without room at the side. */
export function SectionChoice(props: { current: Section }): ReactNode {
  const { t } = useTranslation(['admin', 'app']);
  const navigate = useNavigate();
  return (
    <div className={styles.choice}>
      <Select
        fullWidth
        value={props.current.name}
        inputProps={{ 'aria-label': t('sections.label') }}
        onChange={(event) => {
          const chosen = sectionOf(event.target.value);
          if (chosen) void navigate({ to: '/admin/$view', params: { view: chosen.name } });
        }}
        renderValue={(name) => (
          <span className={styles.chosen}>
            <Icon path={props.current.icon} size={18} />
            {t(`app:views.admin.${name}`)}
          </span>
        )}
      >
        {sectionGroups.flatMap((group) => [
          <ListSubheader key={group.name} className={styles.group ?? ''}>
            {t(`sections.${group.name}`)}
          </ListSubheader>,
          ...group.sections.map((section) => (
            <MenuItem key={section.name} value={section.name}>
              <Icon path={section.icon} size={18} />
              {t(`app:views.admin.${section.name}`)}
            </MenuItem>
          )),
        ])}
      </Select>
    </div>
  );
}
