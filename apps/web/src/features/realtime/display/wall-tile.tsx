import { mdiLanDisconnect } from '@mdi/js';
import type { IndicatorKind } from '@sillage/contract';
import { athleteNames, isRecording } from '@sillage/domain';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../../base/appearance.ts';
import { usePainter } from '../../../live/frame-loop.ts';
import type { LiveDevice } from '../../../live/merge-device.ts';
import { formatChrono } from '../../../ui/chrono.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { chooseVariables } from '../choose-variables.ts';
import { useIndicatorFigure, useToldIndicators } from '../indicators.tsx';
import { LiveText } from '../live-text.tsx';
import { LiveAge, LiveValue } from '../live-value.tsx';
import { useRealtimeRequest } from '../samples.tsx';
import { TargetBar } from '../targets/target-bar.tsx';
import { TargetMark } from '../targets/target-mark.tsx';
import { useAimed } from '../targets/use-aimed.ts';
import styles from './wall.module.css';

const figures = 3;
/** ms between changes of a printed value: faster cannot be read. */
const printEvery = 250;

/** One athlete: the figure with a target, else the most telling one, and two more. */
export function WallTile({ device }: { device: LiveDevice }): ReactNode {
  const names = athleteNames(device.users);
  return (
    <li className={`${styles.tile} ${device.is_connected ? '' : styles.away}`}>
      <div className={styles.who}>
        <b title={names}>{names || device.name}</b>
        <span>{String(device.number).slice(-4)}</span>
      </div>
      {device.is_connected ? <Figures device={device} /> : <Away device={device} />}
    </li>
  );
}

function Figures({ device }: { device: LiveDevice }): ReactNode {
  const language = useAppearance((appearance) => appearance.language);
  const aimed = useAimed(device);
  const chosen = chooseVariables(
    device.realtime_data_keys.filter(({ unit }) => unit !== aimed?.unit),
    aimed === undefined ? figures : figures - 1,
  );
  useRealtimeRequest(
    device.number,
    device.is_connected,
    chosen.map(({ name }) => name),
  );
  const [first] = chosen;
  const others = aimed === undefined ? chosen.slice(1) : chosen;
  // A unit says what a figure is, unless another one has it, too.
  const isAmbiguous = new Set(chosen.map(({ unit }) => unit)).size < chosen.length;
  return (
    <>
      {aimed !== undefined ? (
        <Aimed device={device} kind={aimed} />
      ) : (
        first !== undefined && (
          <>
            <span className={styles.label}>{first.description[language]}</span>
            <Fitted className={styles.main}>
              <LiveValue deviceNumber={device.number} variable={first} className={styles.figure} />
            </Fitted>
          </>
        )
      )}
      <Fitted className={styles.others}>
        {others.map((variable) => (
          <LiveValue key={variable.name} deviceNumber={device.number} variable={variable} className={styles.figure} />
        ))}
      </Fitted>
      {isAmbiguous && others.length > 0 && (
        <span className={styles.names}>
          {others.map(({ name, description }) => (
            <span key={name}>{description[language]}</span>
          ))}
        </span>
      )}
      <LiveAge deviceNumber={device.number} className={styles.age} />
    </>
  );
}

/** The indicator for which a target is set, and where it lies. */
function Aimed({ device, kind }: { device: LiveDevice; kind: IndicatorKind }): ReactNode {
  const told = useToldIndicators(device.number);
  const { text, read, unit, decimals, isPace, target, title } = useIndicatorFigure(kind, told);
  const who = athleteNames(device.users) || device.name;
  return (
    <>
      <span className={styles.label}>
        {title}
        {target !== undefined && (
          <span className={styles.target}>
            <TargetMark {...{ target, read, decimals, isPace, who }} what={title} />
          </span>
        )}
      </span>
      <Fitted className={styles.main}>
        <span className={styles.figure}>
          <LiveText text={text} everyMilliseconds={printEvery} />
          <small>{unit}</small>
        </span>
      </Fitted>
      {target !== undefined && (
        <span className={styles.bar}>
          <TargetBar target={target} read={read} />
        </span>
      )}
    </>
  );
}

/** Figures that are as large as the tile has room for: they get smaller when they get longer, and stay so. */
function Fitted({ className, children }: { className: string | undefined; children: ReactNode }): ReactNode {
  const box = useRef<HTMLSpanElement>(null);
  const lookedAt = useRef(Number.NEGATIVE_INFINITY);
  const widest = useRef(0);
  usePainter((now) => {
    if (box.current === null || now - lookedAt.current < printEvery) return false;
    lookedAt.current = now;
    const width = widthOf(box.current);
    if (width <= widest.current) return false;
    widest.current = width;
    box.current.style.setProperty('--em', width.toFixed(2));
    return false;
  });
  return (
    <span ref={box} className={className}>
      {children}
    </span>
  );
}

/** em: of a figure's sign, of its unit's, and the gap after both, in the narrow letters of the wall. */
const widths = { figure: 0.44, unit: 0.25, gap: 0.3 } as const;

/** em that figures with their units take beside each other. */
function widthOf(box: HTMLElement): number {
  let width = 0;
  for (const { children } of box.children) {
    width += widths.gap + widths.figure * (children[0]?.textContent.length ?? 0);
    width += widths.unit * (children[1]?.textContent.length ?? 0);
  }
  return width;
}

function Away({ device }: { device: LiveDevice }): ReactNode {
  const { t } = useTranslation('realtime');
  const now = useNow(device.disconnectedAt !== undefined);
  const seconds = device.disconnectedAt === undefined ? undefined : Math.max(0, now - device.disconnectedAt) / 1000;
  const records = isRecording(device.state, { starting: true, stopping: true, recovery: true });
  return (
    <div className={styles.gone}>
      <Icon path={mdiLanDisconnect} size={48} />
      <span>
        <b>
          {t('state.disconnected')} {seconds !== undefined && formatChrono(Math.floor(seconds), 0)}
        </b>
        {records && <span className={styles.aboard}>{t('card.aboard')}</span>}
      </span>
    </div>
  );
}
