import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import type { TimeWindow } from '../../charts/time-window.ts';

export type Edge = 't0' | 't1';

/** A bound that is dragged, or moved by the arrow keys: by a step, a pixel unless said, with Shift by ten. */
export function BoundHandle(props: {
  className: string | undefined;
  edge: string;
  name: string;
  /** On the axis of the record: s or m. */
  at: number;
  text: string;
  extent: TimeWindow;
  perPixel(): number;
  step?: number;
  /** Another key; whether it meant something. */
  onOtherKey?(event: KeyboardEvent): boolean;
  onMove(at: number): void;
  /** The drag or the run of keys has ended. */
  onKeep(): void;
  children?: ReactNode;
}): ReactNode {
  const { at, extent } = props;
  const grasped = useRef<{ x: number; at: number } | undefined>(undefined);

  function onKeyDown(event: KeyboardEvent): void {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction === undefined) {
      if (props.onOtherKey?.(event)) event.preventDefault();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    props.onMove(at + direction * (props.step ?? props.perPixel()) * (event.shiftKey ? 10 : 1));
  }
  function onPointerMove(event: PointerEvent): void {
    const held = grasped.current;
    if (held) props.onMove(held.at + (event.clientX - held.x) * props.perPixel());
  }
  const drop = () => {
    grasped.current = undefined;
    props.onKeep();
  };
  return (
    <span
      className={props.className}
      data-edge={props.edge}
      role="slider"
      tabIndex={0}
      aria-label={props.name}
      aria-valuemin={extent.from}
      aria-valuemax={extent.to}
      aria-valuenow={at}
      aria-valuetext={props.text}
      onKeyDown={onKeyDown}
      onKeyUp={props.onKeep}
      onBlur={props.onKeep}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        grasped.current = { x: event.clientX, at };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      {props.children}
    </span>
  );
}
