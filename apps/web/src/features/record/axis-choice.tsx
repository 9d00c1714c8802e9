import { mdiCheck, mdiChevronDown } from '@mdi/js';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import type { XKind } from '../../charts/x-marks.ts';
import { labelOf } from '../../records/label-of-variable.ts';
import { Icon } from '../../ui/icon.tsx';
import { printedUnit } from '../../ui/printed-unit.ts';
import { useScreenSize } from '../../ui/screen-size.ts';
import styles from './axis-choice.module.css';
import { useOpenRecord } from './open-record.ts';
import { useSaysClock, useViewSettings } from './view-settings.ts';

const xKinds = ['time', 'distance'] as const satisfies readonly XKind[];

/** What the curves stand on: time, distance, or a variable over which others make a plane. */
export function AxisChoice(): ReactNode {
  const { t } = useTranslation('record');
  const language = useAppearance((appearance) => appearance.language);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { record, view } = useOpenRecord();
  const { x, plane, hasDistance, setX, setPlane } = view;
  const saysClock = useSaysClock(record);
  const toggle = useViewSettings((settings) => settings.toggle);
  const isClockShown = saysClock && plane === undefined && x.kind === 'time';
  const nameOf = (kind: XKind) => t(`toolbar.${kind === 'time' && saysClock ? 'clock' : kind}`);
  const available = record.available_data;
  const choose = (variable: string | undefined) => {
    setPlane(variable);
    setAnchor(null);
  };
  const isPhone = useScreenSize() === 'phone';
  const shown = plane === undefined ? nameOf(x.kind) : labelOf(plane, available[plane], language);
  const chooseKind = (kind: XKind) => {
    choose(undefined);
    setX(kind);
  };
  return (
    <>
      {isPhone ? (
        <Button
          color="inherit"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-label={`${t('toolbar.x')}\u00a0: ${shown}`}
          onClick={(event) => setAnchor(event.currentTarget)}
          endIcon={<Icon path={mdiChevronDown} size={18} />}
        >
          <span className={styles.name}>{shown}</span>
        </Button>
      ) : (
        <ToggleButtonGroup
          exclusive
          value={plane === undefined ? x.kind : 'variable'}
          aria-label={t('toolbar.x')}
          className={styles.group}
        >
          {xKinds.map((kind) => (
            <ToggleButton
              key={kind}
              value={kind}
              disabled={kind === 'distance' && !hasDistance}
              title={kind === 'distance' && !hasDistance ? t('toolbar.noDistance') : undefined}
              onClick={() => chooseKind(kind)}
            >
              {nameOf(kind)}
            </ToggleButton>
          ))}
          <ToggleButton
            value="variable"
            aria-haspopup="menu"
            aria-expanded={anchor !== null}
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            <span className={styles.name}>
              {plane === undefined ? t('toolbar.variable') : labelOf(plane, available[plane], language)}
            </span>
            <Icon path={mdiChevronDown} size={16} />
          </ToggleButton>
        </ToggleButtonGroup>
      )}
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ root: { role: 'region', 'aria-label': t('toolbar.x') } }}
      >
        {isPhone &&
          xKinds.map((kind) => (
            <MenuItem
              key={kind}
              selected={plane === undefined && x.kind === kind}
              disabled={kind === 'distance' && !hasDistance}
              onClick={() => chooseKind(kind)}
            >
              {nameOf(kind)}
            </MenuItem>
          ))}
        <MenuItem
          role="menuitemcheckbox"
          aria-checked={isClockShown}
          disabled={record.wrong_time}
          onClick={() => {
            if (isClockShown === saysClock) toggle('clock');
            chooseKind('time');
          }}
        >
          <span className={styles.label}>{t('toolbar.timeOfDay')}</span>
          {isClockShown && <Icon path={mdiCheck} size={16} />}
        </MenuItem>
        <Divider />
        {Object.entries(available).map(([name, variable]) => (
          <MenuItem key={name} selected={name === plane} onClick={() => choose(name)}>
            <span className={styles.label}>{labelOf(name, variable, language)}</span>
            <span className={styles.unit}>{printedUnit(variable.unit, language)}</span>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
