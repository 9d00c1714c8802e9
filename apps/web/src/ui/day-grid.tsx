import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../base/appearance.ts';
import styles from './day-grid.module.css';
import { Icon } from './icon.tsx';
import { dayAfter, monthAfter, weeksOf } from './typed-day.ts';

/** What keys do to the day that has the focus. */
const moves: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => dayAfter(day, -1),
  ArrowRight: (day) => dayAfter(day, 1),
  ArrowUp: (day) => dayAfter(day, -7),
  ArrowDown: (day) => dayAfter(day, 7),
  PageUp: (day) => monthAfter(day, -1),
  PageDown: (day) => monthAfter(day, 1),
  Home: (day) => weekOf(day)[0] ?? day,
  End: (day) => weekOf(day)[6] ?? day,
};

function weekOf(day: string): readonly string[] {
  return weeksOf(day).find((week) => week.includes(day)) ?? [];
}

/** The days of a month to choose from, by pointer or arrows. */
export function DayGrid(props: { chosen: string; today: string; onChoose(day: string): void }): ReactNode {
  const { t } = useTranslation('app');
  const language = useAppearance((appearance) => appearance.language);
  const [at, setAt] = useState(props.chosen === '' ? props.today : props.chosen);
  const focused = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button of another day is another element
  useEffect(() => focused.current?.focus(), [at]);
  const named = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { ...options, timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    );
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    setAt(move(at));
  };
  const weeks = weeksOf(at);
  return (
    <div className={styles.month}>
      <div className={styles.head}>
        <IconButton size="small" aria-label={t('date.monthBefore')} onClick={() => setAt(monthAfter(at, -1))}>
          <Icon path={mdiChevronLeft} size={20} />
        </IconButton>
        <span aria-live="polite">{named(at, { month: 'long', year: 'numeric' })}</span>
        <IconButton size="small" aria-label={t('date.monthAfter')} onClick={() => setAt(monthAfter(at, 1))}>
          <Icon path={mdiChevronRight} size={20} />
        </IconButton>
      </div>
      <table onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((day) => (
              <th key={day} scope="col" abbr={named(day, { weekday: 'long' })}>
                {named(day, { weekday: 'narrow' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    {...(day === at && { ref: focused })}
                    tabIndex={day === at ? 0 : -1}
                    data-other={day.slice(0, 7) !== at.slice(0, 7)}
                    aria-current={day === props.today ? 'date' : undefined}
                    aria-pressed={day === props.chosen}
                    aria-label={named(day, { dateStyle: 'full' })}
                    onClick={() => props.onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
