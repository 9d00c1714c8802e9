import type { ReactNode } from 'react';

/** A screen inside the frame: its header (client, title, devices, hub, user) and its content. */
export function Page(props: {
  title: string;
  /** The screens above this one, for the breadcrumb; the last is where the phone's back arrow leads. */
  parents?: readonly { readonly label: string; readonly to: '/' | '/realtime' }[];
  /** Icon buttons at the right of the phone's app bar. */
  phoneActions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <>
      <h1>{props.title}</h1>
      <main>{props.children}</main>
    </>
  );
}
