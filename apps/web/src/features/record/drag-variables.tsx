import { type DragEvent, type ReactNode, useState } from 'react';
import { addVariable, moveVariable, placeOf } from './graph-layout.ts';
import { useOpenRecord } from './open-record.ts';
import styles from './variables-panel.module.css';
import { useViewSettings } from './view-settings.ts';

/** What is dragged is one of our variables. */
const draggedType = 'application/x-sillage-variable';

/** With one graph there is no other to drag a variable to: its axes follow from the units. */
export const useIsSingle = (): boolean => !useViewSettings((settings) => settings.multiple);

/** Begins to drag a variable. */
export function dragVariable(event: DragEvent, name: string): void {
  event.dataTransfer.setData(draggedType, name);
  event.dataTransfer.effectAllowed = 'move';
}

/** A graph, where variables that are dragged can be put. */
export function DropPlace(props: { place: number; children: ReactNode }): ReactNode {
  const { record, view } = useOpenRecord();
  const available = record.available_data;
  const [isOver, setOver] = useState(false);
  const isSingle = useIsSingle();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard moves a variable from its own row
    <section
      className={styles.drop}
      data-over={isOver}
      onDragOver={(event) => {
        if (isSingle || !event.dataTransfer.types.includes(draggedType)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const name = event.dataTransfer.getData(draggedType);
        if (isSingle || !Object.hasOwn(available, name)) return;
        event.preventDefault();
        view.setLayout((now) =>
          moveVariable(placeOf(now, name) < 0 ? addVariable(now, name, available) : now, name, props.place),
        );
      }}
    >
      {props.children}
    </section>
  );
}
