import type { Graph, Node } from './graph.ts';
import type { Words } from './program.ts';

/** What the editor draws of a program: its steps and what it waits for, and the ways between them. */
export interface Drawing {
  readonly states: readonly {
    readonly id: number;
    readonly line: number;
    readonly kind: DrawnKind;
    readonly title: Words | null;
  }[];
  readonly arrows: readonly { readonly from: number; readonly to: number; readonly isElse: boolean }[];
}

const drawnKinds = ['step', 'wait', 'ask', 'choose', 'analyse', 'branch', 'repeat', 'end'] as const;
type DrawnKind = (typeof drawnKinds)[number];
const drawn: ReadonlySet<Node['do']> = new Set(drawnKinds);
const drawnKindOf = (node: Node): DrawnKind | undefined => drawnKinds.find((kind) => kind === node.do);

/** States and arrows by the numbers of nodes; what does nothing that is seen is passed over. */
export function drawGraph({ nodes }: Graph): Drawing {
  const seen = (from: number): number => {
    // No way is longer than the program: loops pass a node that is drawn.
    for (let at = from, i = 0; i <= nodes.length; i++) {
      const node = nodes[at];
      if (node === undefined || drawn.has(node.do)) return at;
      at = node.next;
    }
    return from;
  };
  const shown = [...nodes.entries()].filter(([, node]) => drawn.has(node.do));
  const states = shown.flatMap(([id, node]) => {
    const kind = drawnKindOf(node);
    return kind === undefined ? [] : [{ id, line: node.line, kind, title: titleOf(node) }];
  });
  const arrows = shown.flatMap(([from, node]) => {
    if (node.do === 'end') return [];
    const then = { from, to: seen(node.next), isElse: false };
    const other = node.do === 'branch' ? node.otherwise : node.do === 'repeat' ? node.after : undefined;
    return other === undefined ? [then] : [then, { from, to: seen(other), isElse: true }];
  });
  return { states, arrows };
}

function titleOf(node: Node): Words | null {
  if (node.do === 'step') return node.title.text;
  if (node.do === 'ask' || node.do === 'choose') return node.text.text;
  return node.do === 'end' ? (node.text?.text ?? null) : null;
}
