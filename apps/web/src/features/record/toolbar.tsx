import {
  mdiArrowExpandHorizontal,
  mdiCalculatorVariantOutline,
  mdiChartMultiple,
  mdiCompareHorizontal,
  mdiCrosshairs,
  mdiDownload,
  mdiFitToPageOutline,
  mdiFormatAlignMiddle,
  mdiHandBackRightOutline,
  mdiInformationOutline,
  mdiLinkVariant,
  mdiPause,
  mdiPlay,
  mdiPlusCircle,
  mdiRedo,
  mdiSelectDrag,
  mdiUndo,
  mdiVideoOutline,
  mdiViewSequentialOutline,
} from '@mdi/js';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Tooltip from '@mui/material/Tooltip';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { canRedo, canUndo } from '../../charts/range-history.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { AxisChoice } from './axis-choice.tsx';
import { useOpenRecord } from './open-record.ts';
import { PictureButton } from './picture-button.tsx';
import { PresetMenu } from './preset-menu.tsx';
import styles from './toolbar.module.css';
import { useCopy } from './use-copy.ts';
import { type SidePart, useViewSettings } from './view-settings.ts';

interface ToolbarProps {
  /** Which panels are open beside the curves. */
  readonly panels: { readonly [P in Panel]: boolean };
  onPanel(panel: Panel): void;
}

type Panel = 'variables' | 'sheet';

/** Pointer modes, what is shown, range history, selection, download. */
export function Toolbar(props: ToolbarProps): ReactNode {
  const { t } = useTranslation('record');
  const { view, selections, film, download } = useOpenRecord();
  const settings = useViewSettings();
  return (
    <div className={styles.toolbar} role="toolbar" data-film={film !== undefined} aria-label={t('toolbar.label')}>
      {!props.panels.variables && (
        <>
          <PanelButton icon={mdiChartMultiple} name={t('variables.title')} onClick={() => props.onPanel('variables')} />
          <span className={styles.rule} />
        </>
      )}
      <PresetMenu />
      <AxisChoice />
      <ModeButtons />
      <Toggle
        icon={mdiCrosshairs}
        on={settings.cursor}
        name={t('toolbar.cursor')}
        onClick={() => settings.toggle('cursor')}
      />
      <PlayButton />
      <Toggle
        icon={mdiViewSequentialOutline}
        on={settings.multiple}
        name={t('toolbar.multiple')}
        onClick={() => settings.toggle('multiple')}
      />
      <Toggle
        icon={mdiFormatAlignMiddle}
        on={settings.zero}
        name={t('toolbar.zero')}
        onClick={() => settings.toggle('zero')}
      />
      <span className={styles.rule} />
      <HistoryButtons />
      <Button
        color="inherit"
        onClick={view.whole}
        title={t('toolbar.whole')}
        startIcon={<Icon path={mdiFitToPageOutline} size={18} />}
      >
        <span className={styles.word}>{t('toolbar.whole')}</span>
        <KeyHint>H</KeyHint>
      </Button>
      {selections.mayEdit && <SelectionButton />}
      <span className={styles.grow} />
      <FilmButton />
      <CompareButton />
      <LinkButton />
      <PictureButton />
      <span className={styles.end}>
        <Button
          variant={film?.isAligning ? 'outlined' : 'contained'}
          onClick={download}
          title={t('toolbar.download')}
          aria-haspopup="dialog"
          startIcon={<Icon path={mdiDownload} size={18} />}
        >
          <span className={styles.download}>{t('toolbar.download')}</span>
          <KeyHint>D</KeyHint>
        </Button>
        {!props.panels.sheet && <SideButtons onOpen={() => props.onPanel('sheet')} />}
      </span>
    </div>
  );
}

/** What the panel on the right is opened for most; its other parts are tabs in it. */
function SideButtons({ onOpen }: { onOpen(): void }): ReactNode {
  const { t } = useTranslation('record');
  const { showSide } = useViewSettings();
  const open = (part: SidePart) => {
    showSide(part);
    onOpen();
  };
  return (
    <>
      <PanelButton
        icon={mdiCalculatorVariantOutline}
        name={t('analysis.title')}
        className={styles.analysis}
        onClick={() => open('analysis')}
      />
      <IconButton aria-label={t('sheet.title')} title={t('sheet.title')} onClick={() => open('sheet')}>
        <Icon path={mdiInformationOutline} />
      </IconButton>
    </>
  );
}

/** Shows the film beside the curves; where there is none, the way to one. */
export function FilmButton(): ReactNode {
  const { t } = useTranslation('record');
  const { record, film, openFilm } = useOpenRecord();
  if (record.videos.length === 0 && !record.may.edit) return null;
  const name = t(record.videos.length === 0 ? 'film.add' : 'film.show');
  return (
    <Toggle icon={mdiVideoOutline} on={film !== undefined} name={name} onClick={() => openFilm(film === undefined)} />
  );
}

/** To the comparison, which asks for the others. */
function CompareButton(): ReactNode {
  const { t } = useTranslation('record');
  const { history } = useRouter();
  const { record } = useOpenRecord();
  return (
    <Tooltip title={t('toolbar.compare')}>
      <IconButton aria-label={t('toolbar.compare')} onClick={() => history.push(`/compare?ids=${record.id}`)}>
        <Icon path={mdiCompareHorizontal} />
      </IconButton>
    </Tooltip>
  );
}

/** Copies the address that reopens exactly this view. */
function LinkButton(): ReactNode {
  const { t } = useTranslation('record');
  const { link } = useOpenRecord();
  const copy = useCopy();
  return (
    <Tooltip title={t('toolbar.link')}>
      <IconButton aria-label={t('toolbar.link')} onClick={() => void copy(link(), t('toolbar.linkCopied'))}>
        <Icon path={mdiLinkVariant} />
      </IconButton>
    </Tooltip>
  );
}

function PanelButton(props: {
  icon: string;
  name: string;
  className?: string | undefined;
  onClick(): void;
}): ReactNode {
  return (
    <Button
      color="inherit"
      className={props.className ?? ''}
      onClick={props.onClick}
      title={props.name}
      startIcon={<Icon path={props.icon} size={18} />}
    >
      <span className={styles.word}>{props.name}</span>
    </Button>
  );
}

function PlayButton(): ReactNode {
  const { t } = useTranslation('record');
  const { isPlaying, toggle } = useOpenRecord().played;
  const name = t(isPlaying ? 'toolbar.pause' : 'toolbar.play');
  return <Toggle icon={isPlaying ? mdiPause : mdiPlay} on={isPlaying} name={name} onClick={toggle} />;
}

function ModeButtons(): ReactNode {
  const { t } = useTranslation('record');
  const { view } = useOpenRecord();
  return (
    <ToggleButtonGroup
      exclusive
      value={view.mode}
      aria-label={t('toolbar.mode')}
      onChange={(_, mode) => {
        if (mode === 'zoomX' || mode === 'zoomBox' || mode === 'pan') view.setMode(mode);
      }}
    >
      <ToggleButton value="zoomX" aria-label={t('toolbar.zoomX')} title={t('toolbar.zoomX')}>
        <Icon path={mdiArrowExpandHorizontal} size={18} />
      </ToggleButton>
      <ToggleButton value="zoomBox" aria-label={t('toolbar.zoomBox')} title={t('toolbar.zoomBox')}>
        <Icon path={mdiSelectDrag} size={18} />
      </ToggleButton>
      <ToggleButton value="pan" aria-label={t('toolbar.pan')} title={t('toolbar.pan')}>
        <Icon path={mdiHandBackRightOutline} size={18} />
      </ToggleButton>
    </ToggleButtonGroup>
  );
}

export function HistoryButtons(): ReactNode {
  const { t } = useTranslation('record');
  const { view } = useOpenRecord();
  return (
    <>
      <IconButton
        onClick={view.undo}
        disabled={!canUndo(view.history)}
        aria-label={t('toolbar.undo')}
        title={t('toolbar.undo')}
      >
        <Icon path={mdiUndo} />
      </IconButton>
      <IconButton
        onClick={view.redo}
        disabled={!canRedo(view.history)}
        aria-label={t('toolbar.redo')}
        title={t('toolbar.redo')}
      >
        <Icon path={mdiRedo} />
      </IconButton>
    </>
  );
}

export function SelectionButton(): ReactNode {
  const { t } = useTranslation('record');
  const { selections } = useOpenRecord();
  return (
    <Button
      className={styles.tonal ?? ''}
      aria-pressed={selections.selecting}
      onClick={selections.toggle}
      startIcon={<Icon path={mdiPlusCircle} size={18} />}
    >
      {t('toolbar.selection')}
      <KeyHint>S</KeyHint>
    </Button>
  );
}

function Toggle(props: { icon: string; on: boolean; name: string; onClick(): void }): ReactNode {
  return (
    <Tooltip title={props.name}>
      <IconButton aria-pressed={props.on} aria-label={props.name} onClick={props.onClick}>
        <Icon path={props.icon} />
      </IconButton>
    </Tooltip>
  );
}
