import type { ReactNode } from 'react';
import { useActiveClient } from '../base/active-client.ts';
import { clientName, useClient } from '../base/clients.ts';
import { useServices } from '../base/services.tsx';
import styles from './client-face.module.css';

/** The active client as it is called and drawn now; until that is known, as it was when it was chosen. */
export function useClientFace(): { id: number; name: string; logo: string | null } {
  const active = useActiveClient();
  const { data } = useClient(active.id);
  return data === undefined ? active : { id: data.id, name: clientName(data), logo: data.logo };
}

/** A client's logo, or the capitals of its name. */
export function ClientLogo(props: { name: string; logo: string | null }): ReactNode {
  const { apiUrl } = useServices();
  return (
    <span
      className={styles.logo}
      data-drawn={props.logo !== null || undefined}
      data-initials={props.logo === null ? capitals(props.name) : undefined}
      aria-hidden="true"
    >
      {props.logo !== null && <img src={apiUrl + props.logo} alt="" width={24} height={24} />}
    </span>
  );
}

function capitals(name: string): string {
  const words = name.split(/[\s'’-]+/).filter((word) => word.length > 0);
  const first = words[0]?.charAt(0) ?? '';
  const last = words.length > 1 ? (words.at(-1)?.charAt(0) ?? '') : '';
  return (first + last).toUpperCase();
}
