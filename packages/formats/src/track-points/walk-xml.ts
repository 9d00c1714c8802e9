import { SaxesParser } from 'saxes';
import type { ByteSource } from '../byte-source.ts';
import { headOf } from '../byte-source.ts';
import { asciiLike, encodingOf } from '../csv/decode-text.ts';

const windowBytes = 64 * 1024;
const headBytes = 4096;
/** Characters without a tag: beyond them a comment, a text or a tag has no end. */
const maxQuietCharacters = 1024 * 1024;
const maxDepth = 100;
/** Errors after which nothing of a file is believed any more. */
const maxErrors = 1000;
const maxTextCharacters = 1000;

export interface XmlEvents {
  /** @param name without its prefix */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  /** @param text what stood in it last, of 1,000 characters at most */
  close(name: string, text: string): void;
}

/**
 * Goes through an XML file in windows: no document is built, no entity but XML's own five is expanded. Goes on after an error;
 * answers the line of the first. Never throws because of the file.
 */
export function walkXml(source: ByteSource, events: XmlEvents): { readonly damagedLine: number | undefined } {
  const encoding = encodingOf(headOf(source, headBytes), source.sizeBytes <= headBytes) ?? 'utf-8';
  const stream = asciiLike(source, encoding);
  const decoder = new TextDecoder(encoding === 'windows-1252' ? encoding : 'utf-8');
  const parser = new CheapParser({ xmlns: false });
  let [text, depth, errors, read, lastEventAt] = ['', 0, 0, 0, 0];
  let damagedLine: number | undefined;
  const fail = () => {
    errors++;
    damagedLine ??= parser.line;
  };
  parser.on('error', fail);
  parser.on('opentag', ({ name, attributes }) => {
    depth++;
    text = '';
    lastEventAt = read;
    events.open(localName(name), attributes);
  });
  parser.on('text', (more) => {
    if (text.length < maxTextCharacters) text += more.slice(0, maxTextCharacters);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    lastEventAt = read;
    events.close(localName(name), text.trim());
    text = '';
  });
  const window = new Uint8Array(Math.min(windowBytes, Math.ceil(stream.mostBytes) + 16));
  for (;;) {
    const count = stream.pull(window);
    const piece = decoder.decode(window.subarray(0, count), { stream: count > 0 });
    read += piece.length;
    parser.write(piece);
    if (count === 0) break;
    if (errors > maxErrors || depth > maxDepth || read - lastEventAt > maxQuietCharacters) {
      fail();
      return { damagedLine };
    }
  }
  parser.close();
  return { damagedLine };
}

/** Where an error was is known without the stack that every Error looks up: a damaged file has hundreds. */
class CheapParser extends SaxesParser<{ xmlns: false }> {
  override makeError(): Error {
    return damaged;
  }
}

const damaged = new Error('damaged XML');

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
