import { mdiChartBoxMultipleOutline, mdiChevronDown, mdiChevronRight, mdiContentSaveOutline, mdiPencil } from '@mdi/js';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type GraphPreset, graphPresets, sayVariable, spelledAs } from '@sillage/domain';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { notify } from '../../base/notify.ts';
import { isKeyTaken } from '../../base/shortcuts.ts';
import { Icon } from '../../ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useOpenRecord } from './open-record.ts';
import { ManagePresetsDialog, SavePresetDialog } from './preset-dialogs.tsx';
import { isDrawn, joinGraphs, presetLayout, sayPreset } from './preset-layout.ts';
import styles from './preset-menu.module.css';
import { layoutOfView, type SavedPreset, useSavedPresets } from './saved-presets.ts';
import { proposedPresets } from './wanted-layout.ts';

/** Presets that a key chooses: Alt 1 to Alt 9. */
const mostKeys = 9;

/** Draws what a preset says; tells what of it the record lacks. */
function useChoosePreset(): (preset: GraphPreset) => void {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record, view } = useOpenRecord();
  return (preset) => {
    const { layout, missing } = presetLayout(preset, record.available_data);
    if (layout.length > 0) {
      view.draw(layout);
      const [along] = preset.xVar === 'T' ? [] : spelledAs(preset.xVar, Object.keys(record.available_data));
      view.setPlane(along);
      if (preset.xVars === 'none') view.setX('time');
    }
    if (missing.length === 0) return;
    const names = missing.map((name) => sayVariable(name, language) ?? name).join(', ');
    notify({ kind: 'info', text: t('presets.missing', { preset: preset.label[language], names }) });
  };
}

/** Draws a saved view; tells what of it the record lacks. */
function useChooseSaved(): (preset: SavedPreset) => void {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record, view } = useOpenRecord();
  return ({ view: kept }) => {
    const available = record.available_data;
    const { layout, missing } = layoutOfView(kept, available);
    if (layout.length > 0) {
      view.draw(layout);
      view.setX(kept.x);
      view.setPlane(kept.plane !== null && Object.hasOwn(available, kept.plane) ? kept.plane : undefined);
    }
    if (missing.length === 0) return;
    const names = missing.map((name) => sayVariable(name, language) ?? name).join(', ');
    notify({ kind: 'info', text: t('presets.missing', { preset: kept.name, names }) });
  };
}

/** Alt and a figure choose what the menu lists first. */
function usePresetKeys(choices: readonly (() => void)[]): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
    if (!event.altKey || event.ctrlKey || event.metaKey || digit === undefined || isKeyTaken(event, document)) return;
    const choose = choices[Number(digit) - 1];
    if (choose === undefined) return;
    event.preventDefault();
    choose();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** One menu of what curves are drawn: for this sport or test, then of other sports. */
export function PresetMenu(): ReactNode {
  const { t } = useTranslation('record');
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [showsOthers, setShowsOthers] = useState(false);
  const { record } = useOpenRecord();
  const choose = useChoosePreset();
  const proposed = proposedPresets(record);
  const others = graphPresets.filter((preset) => !proposed.includes(preset));
  const saved = useSavedPresets(record.client_id).presets;
  const chooseSaved = useChooseSaved();
  usePresetKeys([
    ...proposed.map((preset) => () => choose(preset)),
    ...saved.map((preset) => () => chooseSaved(preset)),
  ]);
  const close = () => {
    setAnchor(null);
    setShowsOthers(false);
  };
  const line = (preset: GraphPreset, key?: number) => (
    <PresetLine
      key={preset.value}
      preset={preset}
      number={key}
      onChoose={() => {
        close();
        choose(preset);
      }}
    />
  );
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        title={t('presets.title')}
        className={styles.button ?? ''}
        onClick={(event) => setAnchor(event.currentTarget)}
        endIcon={<Icon path={mdiChevronDown} size={18} />}
      >
        <Icon path={mdiChartBoxMultipleOutline} size={18} />
        <span className={styles.title}>{t('presets.title')}</span>
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ paper: { className: styles.menu }, root: { role: 'region', 'aria-label': t('presets.title') } }}
      >
        {proposed.length > 0 && (
          <ListSubheader role="presentation" className={styles.head}>
            {t('presets.proposed')}
          </ListSubheader>
        )}
        {proposed.map((preset, index) => line(preset, index + 1))}
        {([false, true] as const).map((isShared) => {
          const some = saved.filter((preset) => preset.isShared === isShared);
          if (some.length === 0) return null;
          return [
            <ListSubheader key={`head ${isShared}`} role="presentation" className={styles.head}>
              {t(isShared ? 'presets.club' : 'presets.mine')}
            </ListSubheader>,
            ...some.map((preset) => (
              <SavedLine
                key={preset.parameter}
                preset={preset}
                number={proposed.length + saved.indexOf(preset) + 1}
                onChoose={() => {
                  close();
                  chooseSaved(preset);
                }}
              />
            )),
          ];
        })}
        {proposed.length + saved.length > 0 && <Divider />}
        <MenuItem
          onClick={() => {
            close();
            setDialog('save');
          }}
        >
          <Icon path={mdiContentSaveOutline} size={18} />
          {t('presets.save')}
        </MenuItem>
        {saved.length > 0 && (
          <MenuItem
            onClick={() => {
              close();
              setDialog('manage');
            }}
          >
            <Icon path={mdiPencil} size={18} />
            {t('presets.manage')}
          </MenuItem>
        )}
        {showsOthers ? (
          others.map((preset) => line(preset))
        ) : (
          <MenuItem onClick={() => setShowsOthers(true)}>
            {t('presets.others')}
            <Icon path={mdiChevronRight} size={18} />
          </MenuItem>
        )}
      </Menu>
      {dialog === 'save' && <SavePresetDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'manage' && <ManagePresetsDialog onClose={() => setDialog(undefined)} />}
    </>
  );
}

function PresetLine(props: { preset: GraphPreset; number: number | undefined; onChoose(): void }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record, view } = useOpenRecord();
  const { preset, number } = props;
  const { layout, missing } = presetLayout(preset, record.available_data);
  const lacks = missing.map((name) => sayVariable(name, language) ?? name).join(', ');
  return (
    <MenuItem
      disabled={layout.length === 0}
      selected={isDrawn(view.layout, layout)}
      onClick={props.onChoose}
      className={styles.line}
    >
      <span className={styles.words}>
        <span className={styles.name}>{preset.label[language]}</span>
        <span className={styles.draws}>{sayPreset(preset, language)}</span>
        {lacks !== '' && <span className={styles.lacks}>{t('presets.lacks', { names: lacks })}</span>}
      </span>
      {number !== undefined && number <= mostKeys && <KeyHint>{`Alt ${number}`}</KeyHint>}
    </MenuItem>
  );
}

function SavedLine(props: { preset: SavedPreset; number: number; onChoose(): void }): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const { record, view: shown } = useOpenRecord();
  const { view, isShared, by } = props.preset;
  const { layout, missing } = layoutOfView(view, record.available_data);
  const say = (name: string) => sayVariable(name.slice(name.indexOf('.') + 1), language) ?? name;
  const draws = joinGraphs(
    view.graphs.map(({ variables }) => variables.map(({ name }) => say(name))),
    language,
  );
  return (
    <MenuItem
      disabled={layout.length === 0}
      selected={isDrawn(shown.layout, layout)}
      onClick={props.onChoose}
      className={styles.line}
    >
      <span className={styles.words}>
        <span className={styles.name}>
          {view.name} {isShared && by !== null && <span className={styles.by}>{t('presets.by', { name: by })}</span>}
        </span>
        <span className={styles.draws}>{draws}</span>
        {missing.length > 0 && (
          <span className={styles.lacks}>{t('presets.lacks', { names: missing.map(say).join(', ') })}</span>
        )}
      </span>
      {props.number <= mostKeys && <KeyHint>{`Alt ${props.number}`}</KeyHint>}
    </MenuItem>
  );
}
