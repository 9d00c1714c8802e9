import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChosenColours } from '../../charts/chosen-colours.ts';
import { colourKeyOf, freeColours, strokeOn } from '../../charts/colours.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import { useOpenRecord } from './open-record.ts';
import styles from './swatch-button.module.css';
import type { VariableLook } from './variable-look.ts';

/** The line of a variable; a press chooses its colour, which it then has wherever it is drawn. */
export function SwatchButton(props: { variable: string; look: VariableLook; waiting: boolean }): ReactNode {
  const { t } = useTranslation('record');
  const { record } = useOpenRecord();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { chosen, choose } = useChosenColours();
  const { curves } = useChartTheme();
  const { variable, look, waiting } = props;
  const key = colourKeyOf(variable, Object.keys(record.available_data));
  const take = (colour: (typeof freeColours)[number] | undefined) => {
    choose(key, colour);
    setAnchor(null);
  };
  const title = t('variables.colourOf', { name: look.label });
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-label={title}
        title={title}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span
          className={styles.line}
          data-line={look.line}
          data-hidden={waiting}
          style={{ borderColor: look.stroke }}
        />
      </button>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ root: { role: 'dialog', 'aria-label': title } }}
      >
        <div className={styles.palette}>
          {freeColours.map((colour, index) => (
            <button
              key={colour}
              type="button"
              className={styles.colour}
              aria-label={t('variables.colour', { number: index + 1 })}
              aria-pressed={chosen[key] === colour}
              style={{ background: strokeOn(colour, curves.plot, curves.ink) }}
              onClick={() => take(colour)}
            />
          ))}
        </div>
        <Button fullWidth disabled={chosen[key] === undefined} onClick={() => take(undefined)}>
          {t('variables.usualColour')}
        </Button>
      </Popover>
    </>
  );
}
