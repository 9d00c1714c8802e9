import type { RealtimeDataKey } from '@sillage/contract';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { formatFigure } from '../../charts/format-figure.ts';
import { usePainter } from '../../live/frame-loop.ts';
import { useAgeText } from './age-text.ts';
import { useLiveSayings } from './live-sayings.ts';
import { LiveText } from './live-text.tsx';
import styles from './live-value.module.css';
import { useSamples } from './samples.tsx';

/** ms between changes of a printed value: faster cannot be read. */
const printEvery = 250;
/** ms without samples after which a value no longer counts as live. */
const staleAfter = 3000;

/**
 * The newest value of a variable with its unit; pale once it no longer comes in.
 * `ofRecord`: the last one of the record that ended, where this screen saw it.
 */
export function LiveValue(props: {
  deviceNumber: number;
  variable: RealtimeDataKey;
  className?: string | undefined;
  ofRecord?: boolean;
  /** Its unit stands elsewhere. */
  bare?: boolean;
}): ReactNode {
  const samples = useSamples();
  const language = useAppearance((appearance) => appearance.language);
  const box = useRef<HTMLSpanElement>(null);
  const { name } = props.variable;
  const { say, unit, decimals } = useLiveSayings()(props.variable);
  const kept = () => (props.ofRecord ? samples.kept(props.deviceNumber, name)?.latest() : undefined);
  const text = () => {
    const value = kept() ?? samples.latest(props.deviceNumber, name);
    const figure = value === undefined || say === undefined ? value : say.of(value);
    return formatFigure(figure, decimals, language, say?.isPace === true);
  };
  usePainter((now) => {
    const stale =
      now - (samples.heardAt(props.deviceNumber) ?? Number.NEGATIVE_INFINITY) > staleAfter && kept() === undefined;
    box.current?.classList.toggle(styles.stale ?? '', stale);
    return false;
  });
  return (
    <span ref={box} className={props.className}>
      <LiveText text={text} everyMilliseconds={printEvery} />
      {!props.bare && <small className={styles.unit}>{unit}</small>}
    </span>
  );
}

/** How old the values of a device are, once they are stale; the last ones of a record that ended (`ofRecord`) do not age. */
export function LiveAge(props: {
  deviceNumber: number;
  className?: string | undefined;
  ofRecord?: readonly RealtimeDataKey[];
}): ReactNode {
  useTranslation('realtime');
  const samples = useSamples();
  const ageText = useAgeText();
  const read = (now: number): string => {
    if (props.ofRecord?.some(({ name }) => samples.kept(props.deviceNumber, name)?.length)) return '';
    const heardAt = samples.heardAt(props.deviceNumber);
    if (heardAt === undefined || !Number.isFinite(heardAt) || now - heardAt <= staleAfter) return '';
    return ageText((now - heardAt) / 1000);
  };
  return <LiveText className={props.className} text={read} everyMilliseconds={1000} />;
}
