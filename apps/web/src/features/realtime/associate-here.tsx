import type { Record } from '@sillage/contract';
import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { AssociateDialog } from '../../records/associate-dialog.tsx';

interface Associating {
  /** The id of the record whose dialog is open. */
  readonly recordId: number | undefined;
  associate(record: Record): void;
}

const AssociateContext = createContext<Associating | undefined>(undefined);

/** How a part of the screen asks whose a record is. */
export function useAssociate(): Associating {
  const associating = use(AssociateContext);
  if (associating === undefined) throw new Error('useAssociate outside of AssociateHere');
  return associating;
}

/** Holds the dialog above the parts that ask for it: it stays, with what is typed, when a start takes them away. */
export function AssociateHere(props: { children: ReactNode }): ReactNode {
  const [record, associate] = useState<Record>();
  const associating = useMemo(() => ({ recordId: record?.id, associate }), [record]);
  return (
    <AssociateContext value={associating}>
      {props.children}
      {record && <AssociateDialog records={[record]} onClose={() => associate(undefined)} />}
    </AssociateContext>
  );
}
