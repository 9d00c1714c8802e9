import { defaultKeymap, history, historyKeymap, indentLess, insertTab } from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import { bracketMatching, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import type { ScenarioLanguage, ScenarioProblem } from '@sillage/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { inPageLanguage } from '../../../base/notify.ts';
import { codeColours, codeLooks } from './code-looks.ts';
import { scenarioLines } from './scenario-lines.ts';

interface Props {
  readonly language: ScenarioLanguage;
  readonly source: string;
  readonly label: string;
  readonly problems: readonly ScenarioProblem[];
  /** A text that takes the place of what stands there; undone like what is typed. */
  readonly taken: { readonly source: string } | undefined;
  /** Where the cursor goes; the same line anew with another `count`. */
  readonly goTo: { readonly line: number; readonly count: number } | undefined;
  /** That a try stood at; marked, and brought into sight. */
  readonly stoodLine: number | undefined;
  /** On the button that replaces a word by what is meant. */
  readonly replaceWith: (word: string) => string;
  readonly onChange: (source: string) => void;
  /** It is only read. */
  readonly isFixed: boolean;
}

/** An editor of a source: its problems stand at their lines. */
export default function CodeEditor(props: Props): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const heard = useRef(props.onChange);
  heard.current = props.onChange;
  const { language, label, isFixed } = props;
  const start = useRef(props.source);
  useEffect(() => {
    if (host.current === null) return;
    const made = new EditorView({
      parent: host.current,
      state: EditorState.create({ doc: start.current, extensions: extensionsOf(language, label, heard, isFixed) }),
    });
    view.current = made;
    made.focus();
    return () => {
      start.current = made.state.doc.toString();
      made.destroy();
    };
  }, [language, label, isFixed]);
  const { problems, replaceWith, goTo, taken, stoodLine } = props;
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || taken === undefined) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: taken.source } });
    editor.focus();
  }, [taken]);
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const shown = problems.map((problem) => diagnosticOf(editor.state, problem, replaceWith));
    editor.dispatch(setDiagnostics(editor.state, shown));
  }, [problems, replaceWith]);
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || goTo === undefined) return;
    const { from } = editor.state.doc.line(Math.min(goTo.line, editor.state.doc.lines));
    editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    editor.focus();
  }, [goTo]);
  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const at = stoodLine === undefined ? null : editor.state.doc.line(Math.min(stoodLine, editor.state.doc.lines)).from;
    const sight = at === null ? [] : [EditorView.scrollIntoView(at, { y: 'nearest', yMargin: 40 })];
    editor.dispatch({ effects: [standAt.of(at), ...sight] });
  }, [stoodLine]);
  return <div ref={host} />;
}

/** Begin of the line that a try stood at. */
const standAt = StateEffect.define<number | null>();
const stoodMark = Decoration.line({ class: 'cm-stood' });
const stoodLines = StateField.define({
  create: () => Decoration.none,
  update: (before, { effects, changes }) =>
    effects.reduce(
      (marks, effect) =>
        !effect.is(standAt)
          ? marks
          : effect.value === null
            ? Decoration.none
            : Decoration.set(stoodMark.range(effect.value)),
      before.map(changes),
    ),
  provide: (field) => EditorView.decorations.from(field),
});

function extensionsOf(
  language: ScenarioLanguage,
  label: string,
  heard: { readonly current: (source: string) => void },
  isFixed: boolean,
) {
  return [
    EditorState.readOnly.of(isFixed),
    ...[lineNumbers(), history(), drawSelection(), bracketMatching(), highlightActiveLine(), lintGutter(), stoodLines],
    ...[indentUnit.of(language === 'py' ? '    ' : '  '), EditorState.tabSize.of(2)],
    language === 'py' ? python() : scenarioLines,
    ...[syntaxHighlighting(codeColours), codeLooks, EditorView.lineWrapping],
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
    // Escape, then Tab leaves the editor.
    keymap.of([{ key: 'Tab', run: insertSpaces, shift: indentLess }, ...defaultKeymap, ...historyKeymap]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) heard.current(update.state.doc.toString());
    }),
  ];
}

/** Tabs are refused in either language. */
function insertSpaces(view: EditorView): boolean {
  if (!view.state.selection.main.empty) return insertTab(view);
  view.dispatch(view.state.replaceSelection(view.state.facet(indentUnit)));
  return true;
}

function diagnosticOf(
  { doc }: EditorState,
  { line, column, end_column, message, suggestion, instead }: ScenarioProblem,
  replaceWith: Props['replaceWith'],
): Diagnostic {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const from = Math.min(at.from + column - 1, at.to);
  const to = Math.min(end_column === undefined ? at.to : at.from + end_column - 1, at.to);
  const hint = suggestion === null ? '' : ` ${inPageLanguage(suggestion)}`;
  const apply = (view: EditorView, start: number, end: number): void =>
    view.dispatch({ changes: { from: start, to: end, insert: instead ?? '' } });
  return {
    ...{ from, to: Math.max(from, to), severity: 'error', message: `${inPageLanguage(message)}${hint}` },
    ...(instead != null && { actions: [{ name: replaceWith(instead), apply }] }),
  };
}
