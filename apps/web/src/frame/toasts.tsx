import { mdiAlertCircleOutline, mdiAlertOutline, mdiCheckCircleOutline, mdiInformationOutline } from '@mdi/js';
import { limits } from '@sillage/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { cssTransition, ToastContainer, toast } from 'react-toastify';
import { type Notice, type NoticeKind, useNotices } from '../base/notify.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './toasts.module.css';

const icons: Record<Exclude<NoticeKind, 'default'>, string> = {
  success: mdiCheckCircleOutline,
  error: mdiAlertCircleOutline,
  warning: mdiAlertOutline,
  info: mdiInformationOutline,
};

const fade = cssTransition({ enter: styles.enter ?? '', exit: styles.exit ?? '', collapseDuration: 125 });

let actions = 0;

function show(notice: Notice): void {
  const { action } = notice;
  // One with a button is about what was done just now: it never stands for another with the same words.
  const toastId = action ? `action:${++actions}` : `${notice.kind}:${notice.text}`;
  toast(
    <span className={styles.content}>
      <span>{notice.text}</span>
      {notice.link && (
        <Link to={notice.link.to} className={styles.link}>
          {notice.link.label}
        </Link>
      )}
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toast.dismiss(toastId);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
    </span>,
    {
      type: notice.kind,
      toastId,
      icon: notice.kind === 'default' ? false : <Icon path={icons[notice.kind]} />,
      role: notice.kind === 'error' ? 'alert' : 'status',
    },
  );
}

/** The toasts of the product: bottom centre, fading, without progress bar. */
export default function Toasts(): ReactNode {
  const waiting = useNotices((notices) => notices.waiting);
  useEffect(() => {
    if (waiting.length === 0) return;
    useNotices.setState({ waiting: [] });
    for (const notice of waiting) show(notice);
  }, [waiting]);
  return (
    <ToastContainer
      position="bottom-center"
      autoClose={limits.toastMilliseconds}
      transition={fade}
      hideProgressBar
      newestOnTop
      limit={20}
      draggable
      draggablePercent={60}
      className={styles.container ?? ''}
      toastClassName={styles.toast ?? ''}
    />
  );
}
