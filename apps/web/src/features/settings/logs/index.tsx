import { mdiArrowUp, mdiDownload, mdiFilterOffOutline, mdiMagnify } from '@mdi/js';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { api, LogLevel, type LogLine, LogQuery } from '@sillage/contract';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../base/save-file.ts';
import { useServer } from '../../../base/services.tsx';
import { LoadingFailed, LoadingRows } from '../../../tables/list-states.tsx';
import toolbar from '../../../tables/table-toolbar.module.css';
import { Chevron } from '../../../ui/chevron.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MessageScreen } from '../../../ui/message-screen.tsx';
import { useSettled } from '../../../ui/use-settled.ts';
import { type LogFilter, useLog } from './follow-log.ts';
import { LogDetail } from './log-detail.tsx';
import { LogLines } from './log-lines.tsx';
import styles from './logs.module.css';

const sources = LogQuery.shape.source.unwrap();
const everything: LogFilter = { level: 'info', source: 'all', search: '' };

/** What this server and the browsers that use it have logged. */
export default function Logs(): ReactNode {
  const { t } = useTranslation('settings');
  const [filter, setFilter] = useState(everything);
  const [following, setFollowing] = useState(true);
  const [chosen, setChosen] = useState<LogLine>();
  const search = useSettled(filter.search.trim(), 250);
  const { lines, problem, retry } = useLog({ ...filter, search }, following);
  return (
    <div className={styles.screen}>
      <Toolbar filter={filter} following={following} onFilter={setFilter} onFollow={setFollowing} />
      <div className={styles.lines}>
        {lines === undefined && problem === undefined && <LoadingRows />}
        {problem !== undefined && <LoadingFailed problem={problem} title={t('logs.failed')} onRetry={retry} />}
        {lines?.length === 0 && (
          <MessageScreen
            icon={mdiFilterOffOutline}
            title={t('logs.none')}
            text={search === '' ? t('logs.noneText') : t('logs.noneWith', { search })}
          >
            {filter !== everything && (
              <Button variant="contained" onClick={() => setFilter(everything)}>
                {t('parameters.noMatch.reset')}
              </Button>
            )}
          </MessageScreen>
        )}
        {lines !== undefined && lines.length > 0 && <LogLines lines={lines} chosen={chosen} onChoose={setChosen} />}
      </div>
      {chosen && <LogDetail line={chosen} onClose={() => setChosen(undefined)} />}
    </div>
  );
}

function Toolbar(props: {
  filter: LogFilter;
  following: boolean;
  onFilter(filter: LogFilter): void;
  onFollow(following: boolean): void;
}): ReactNode {
  const { filter, onFilter } = props;
  const { t } = useTranslation('settings');
  return (
    <div className={`${toolbar.bar} ${styles.bar}`}>
      <ToggleButtonGroup
        exclusive
        value={filter.level}
        aria-label={t('logs.level')}
        onChange={(_, next) => {
          const level = LogLevel.safeParse(next);
          if (level.success) onFilter({ ...filter, level: level.data });
        }}
      >
        {LogLevel.options.map((level) => (
          <ToggleButton key={level} value={level}>
            {t(`logs.levels.${level}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <search className={toolbar.search}>
        <Icon path={mdiMagnify} size={20} />
        <input
          type="search"
          value={filter.search}
          maxLength={200}
          aria-label={t('logs.search')}
          placeholder={t('logs.search')}
          onChange={(event) => onFilter({ ...filter, search: event.target.value })}
        />
      </search>
      <Select
        value={filter.source}
        className={styles.source ?? ''}
        IconComponent={Chevron}
        inputProps={{ 'aria-label': t('logs.source') }}
        onChange={(event) => {
          const source = sources.safeParse(event.target.value);
          if (source.success) onFilter({ ...filter, source: source.data });
        }}
      >
        {sources.options.map((source) => (
          <MenuItem key={source} value={source}>
            {t(`logs.sources.${source}`)}
          </MenuItem>
        ))}
      </Select>
      <span className={styles.grow} />
      <ToggleButton
        value="follow"
        className={styles.follow ?? ''}
        selected={props.following}
        onChange={() => props.onFollow(!props.following)}
      >
        <Icon path={mdiArrowUp} />
        {t('logs.follow')}
      </ToggleButton>
      <ExportButton />
    </div>
  );
}

function ExportButton(): ReactNode {
  const { t } = useTranslation('settings');
  const server = useServer();
  const download = useMutation({
    mutationFn: () => server.fetchBytes(api.downloadLogs),
    onSuccess: (reply) => saveFile(reply, reply.filename ?? 'sillage.log'),
  });
  return (
    <Button
      color="inherit"
      loading={download.isPending}
      onClick={() => download.mutate()}
      startIcon={<Icon path={mdiDownload} size={18} />}
    >
      {t('export')}
    </Button>
  );
}
