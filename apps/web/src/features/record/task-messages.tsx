import { mdiAlertCircleOutline, mdiAlertOutline, mdiCheckCircleOutline, mdiInformationOutline } from '@mdi/js';
import { api, type Task } from '@sillage/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inPageLanguage } from '../../base/notify.ts';
import { useServer } from '../../base/services.tsx';
import { useFormatDate } from '../../base/use-format-date.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './error-list.module.css';

type Message = Task['messages_history'][number];

/** Messages shown, the newest; all are with the task. */
const mostMessages = 50;

const looks: Readonly<{ [T in Message['type']]: { icon: string; tone: string } }> = {
  INFO: { icon: mdiInformationOutline, tone: 'info' },
  WARN: { icon: mdiAlertOutline, tone: 'warning' },
  ERROR: { icon: mdiAlertCircleOutline, tone: 'error' },
  FATAL: { icon: mdiAlertCircleOutline, tone: 'error' },
  SUCCESS: { icon: mdiCheckCircleOutline, tone: 'ready' },
};

/** What the tasks of a record have said, the newest first. */
export function TaskMessages({ id }: { id: number }): ReactNode {
  const { t } = useTranslation('record');
  const server = useServer();
  const moment = useFormatDate('moment');
  const { data = [] } = useQuery({
    queryKey: ['tasks', 'of record', id],
    queryFn: ({ signal }) => server.call(api.listTaskStatus, { query: { rec_id: id }, signal }),
    meta: { quiet: true },
  });
  const messages = data
    .flatMap((task) => task.messages_history.map((message, n) => ({ ...message, key: `${task.id} ${n}` })))
    .toSorted((one, other) => other.date.localeCompare(one.date))
    .slice(0, mostMessages);
  if (messages.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>{t('taskMessages')}</h2>
      <ul className={styles.errors}>
        {messages.map(({ key, type, date, msg }) => (
          <li key={key} data-tone={looks[type].tone}>
            <Icon path={looks[type].icon} size={18} />
            <time className={styles.date} dateTime={date}>
              {moment(date)}
            </time>
            <span>{inPageLanguage(msg)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
