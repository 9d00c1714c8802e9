import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours of the page's theme, light and dark. */
export const codeColours = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword, tags.controlKeyword], color: 'var(--primary-ink)', fontWeight: '500' },
  { tag: tags.string, color: 'var(--ok-ink)' },
  { tag: [tags.number, tags.bool, tags.atom], color: 'var(--rec-ink)' },
  { tag: tags.comment, color: 'var(--ink-3)' },
  { tag: [tags.variableName, tags.operator, tags.punctuation], color: 'var(--ink)' },
]);

export const codeLooks = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--ink)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: '2px solid var(--primary-ink)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--ink-3)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-stood': { backgroundColor: 'var(--primary-soft)', boxShadow: 'inset 3px 0 var(--primary-ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--primary-soft)' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--ink)', border: '1px solid var(--line)' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--primary-soft)', color: 'var(--primary-ink)', padding: '4px 8px' },
});
