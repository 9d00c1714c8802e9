import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../app/appearance.ts';
import { tokens } from '../../app/tokens.ts';
import { meaningOf } from '../../charts/colours.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import type { LiveDevice } from '../../live/merge-device.ts';
import styles from './card-channels.module.css';
import { chooseVariables } from './choose-variables.ts';
import { LiveSparkline } from './live-sparkline.tsx';
import { LiveAge, LiveValue } from './live-value.tsx';
import { useRealtimeRequest, useSamples } from './samples.tsx';

const channelsPerCard = 2;

/** Stroke and dash of a card's channel: sides keep their colours, else the first is the main one. */
export function useChannelStroke(): (
  name: string,
  index: number,
  all: readonly string[],
) => { colour: string; dashed: boolean } {
  const theme = useAppearance((appearance) => appearance.theme);
  const { curves } = useChartTheme();
  return (name, index, all) => {
    const meaning = meaningOf(name, new Set(all));
    if (meaning !== undefined) return { colour: curves.named[meaning], dashed: meaning === 'right' };
    return index === 0
      ? { colour: tokens[theme]['c-total'], dashed: false }
      : { colour: tokens[theme].c2, dashed: true };
  };
}

/** The two most telling variables of a device: name, shape, value. */
export function CardChannels({ device }: { device: LiveDevice }): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const samples = useSamples();
  const strokeOf = useChannelStroke();
  const chosen = chooseVariables(device.realtime_data_keys, channelsPerCard);
  const names = device.realtime_data_keys.map((key) => key.name);
  useRealtimeRequest(
    device.number,
    device.is_connected,
    chosen.map((key) => key.name),
  );
  if (chosen.length === 0) return <p className={styles.none}>{t('card.noVariables')}</p>;
  return (
    <div className={styles.channels}>
      {chosen.map((key, index) => (
        <div key={key.name} className={styles.channel}>
          <span className={styles.label} title={key.description[language]}>
            {key.description[language]}
          </span>
          <LiveSparkline buffer={() => samples.series(device.number, key.name)} {...strokeOf(key.name, index, names)} />
          <LiveValue deviceNumber={device.number} variable={key} className={styles.value} />
        </div>
      ))}
      <LiveAge deviceNumber={device.number} className={styles.age} />
    </div>
  );
}
