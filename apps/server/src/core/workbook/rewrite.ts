import type { SaxesTagPlain } from 'saxes';
import { type Attributes, type Element, localName, writeTag, writeText, xmlWriter } from './xml';

/** What becomes of an element: written as it is, or … */
export interface Change {
  /** XML that is written before it */
  before?: string;
  attributes?: Attributes;
  /** it is left out with all that is in it */
  drop?: true;
}
export interface Changes {
  open?: (element: Element) => Change | undefined;
  /** XML that is written before the end of an element */
  closing?: (name: string, prefix: string, depth: number) => string | undefined;
}

const pieceChars = 64 * 1024;

/** Writes an XML document again with some changes, piece by piece; everything else keeps its content. Throws WorkbookFault when it is not well-formed. */
export async function* rewriteXml(chunks: AsyncIterable<Buffer>, changes: Changes): AsyncGenerator<string> {
  const writer = new Rewriter(changes);
  const take = xmlWriter({
    open: (element) => writer.open(element),
    text: (text) => writer.text(text),
    close: (name, tag, depth) => writer.close(name, tag, depth),
  });
  yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  for await (const chunk of chunks) {
    take(chunk);
    if (writer.out.length > pieceChars) yield writer.take();
  }
  take(null);
  yield writer.take();
}

class Rewriter {
  out = '';
  /** depth of the element that is left out with its content */
  private dropped = Number.POSITIVE_INFINITY;
  /** the tag written last is still to be closed: `<name a="b"` */
  private pending = false;

  constructor(private readonly changes: Changes) {}

  take(): string {
    const { out } = this;
    this.out = '';
    return out;
  }

  open(element: Element): void {
    if (element.depth > this.dropped) return;
    const change = this.changes.open?.(element);
    if (change?.before) this.write(change.before);
    if (change?.drop) {
      this.dropped = element.depth;
      return;
    }
    this.write('');
    this.out += writeTag(element.tag.name, change?.attributes ?? element.attributes, false).slice(0, -1);
    this.pending = true;
  }

  text(text: string): void {
    if (this.dropped === Number.POSITIVE_INFINITY) this.write(writeText(text));
  }

  close(name: string, tag: SaxesTagPlain, depth: number): void {
    if (depth >= this.dropped) {
      if (depth === this.dropped) this.dropped = Number.POSITIVE_INFINITY;
      return;
    }
    const more = this.changes.closing?.(name, prefixOf(tag.name), depth);
    if (more) this.write(more);
    this.out += this.pending ? '/>' : `</${tag.name}>`;
    this.pending = false;
  }

  /** Writes XML behind the tag that is still open. */
  private write(xml: string): void {
    if (this.pending) this.out += '>';
    this.pending = false;
    this.out += xml;
  }
}

/** `x:` of `x:row` */
export const prefixOf = (name: string): string => name.slice(0, name.length - localName(name).length);
