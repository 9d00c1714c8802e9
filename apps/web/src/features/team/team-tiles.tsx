import type { TeamResults } from '@sillage/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../../base/appearance.ts';
import { inPageLanguage } from '../../base/notify.ts';
import { withUnit } from '../../records/change-verdict.tsx';
import type { ShownOutput } from '../../records/shown-outputs.ts';
import styles from './team-tiles.module.css';

/** px of the line on which athletes are dots. */
const width = 240;

/** Each number over those who were tested: mean, deviation, and everybody as a dot without a name. */
export function TeamTiles({ team, outputs }: { team: TeamResults; outputs: readonly ShownOutput[] }): ReactNode {
  const { t } = useTranslation('athlete');
  const language = useAppearance((appearance) => appearance.language);
  return (
    <ul className={styles.tiles}>
      {outputs.map((output) => {
        const group = team.group[output.id];
        const values = team.rows.flatMap((row) => row.values[output.id] ?? []);
        if (group === undefined) return null;
        const [least, most] = [Math.min(...values), Math.max(...values)];
        const x = (value: number) =>
          8 + (most > least ? ((value - least) / (most - least)) * (width - 16) : width / 2 - 8);
        return (
          <li key={output.id}>
            <span className={styles.name}>
              {inPageLanguage(output.name)}{' '}
              <small>{t('team.outOf', { tested: values.length, count: team.rows.length })}</small>
            </span>
            <b>{withUnit(group.mean, output, language)}</b>
            <small>{t('team.deviation', { value: withUnit(group.deviation, output, language) })}</small>
            <svg viewBox={`0 0 ${width} 16`} aria-hidden="true">
              <rect
                className={styles.band}
                x={x(group.mean - group.deviation)}
                width={Math.max(0, x(group.mean + group.deviation) - x(group.mean - group.deviation))}
                y={3}
                height={10}
              />
              {values.map((value, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: dots are unnamed
                <circle key={i} className={styles.dot} cx={x(value)} cy={8} r={3} />
              ))}
              <line className={styles.mean} x1={x(group.mean)} x2={x(group.mean)} y1={1} y2={15} />
            </svg>
            <small>{t('team.swc', { value: withUnit(group.swc, output, language), count: group.n })}</small>
          </li>
        );
      })}
    </ul>
  );
}
