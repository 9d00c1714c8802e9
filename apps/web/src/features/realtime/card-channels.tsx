import { measuredSide } from '@sillage/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { strokeOf } from '../../charts/colours.ts';
import { useChartTheme } from '../../charts/use-chart-theme.ts';
import type { LiveDevice } from '../../live/merge-device.ts';
import styles from './card-channels.module.css';
import { useCardFigures } from './card-figures.ts';
import { chooseVariables } from './choose-variables.ts';
import { IndicatorFigures } from './indicators.tsx';
import { LiveSparkline } from './live-sparkline.tsx';
import { LiveAge, LiveValue } from './live-value.tsx';
import { useRealtimeRequest } from './samples.tsx';

const channelsPerCard = 3;

/** Stroke and dash of a card's channel, the same as on its curve. */
export function useChannelStroke(): (name: string, all: readonly string[]) => { colour: string; dashed: boolean } {
  const { curves } = useChartTheme();
  return (name, all) => ({
    colour: strokeOf(name, all, curves),
    dashed: measuredSide(name, new Set(all)) === 'right',
  });
}

/** What is told of a device by its sport, then its most telling variables, as figures, and the shape of the first. */
export function CardChannels({ device }: { device: LiveDevice }): ReactNode {
  const { t } = useTranslation('realtime');
  const language = useAppearance((appearance) => appearance.language);
  const channelStroke = useChannelStroke();
  const chosen = chooseVariables(device.realtime_data_keys, channelsPerCard);
  const { kinds, variables } = useCardFigures(device, channelsPerCard);
  const names = device.realtime_data_keys.map((key) => key.name);
  useRealtimeRequest(
    device.number,
    device.is_connected,
    [...chosen, ...variables].map((key) => key.name),
  );
  if (chosen.length === 0) return <p className={styles.none}>{t('card.noVariables')}</p>;
  const [first] = chosen;
  return (
    <div className={styles.room}>
      <div className={styles.figures}>
        <IndicatorFigures device={device} kinds={kinds} />
        {variables.map((key) => (
          <div key={key.name} className={styles.figure}>
            <span className={styles.label} title={key.description[language]}>
              {key.description[language]}
            </span>
            <LiveValue deviceNumber={device.number} variable={key} className={styles.value} />
          </div>
        ))}
      </div>
      {first && (
        <div className={styles.trace}>
          <LiveSparkline deviceNumber={device.number} name={first.name} {...channelStroke(first.name, names)} />
          <LiveAge deviceNumber={device.number} className={styles.age} />
        </div>
      )}
    </div>
  );
}
