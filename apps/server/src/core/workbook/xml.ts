import { TextDecoder } from 'node:util';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { unreadable, WorkbookFault } from './fault';

export type Attributes = Readonly<Record<string, string>>;
/** An element as it opens: `name` without its prefix, `tag` as it is written. */
export interface Element {
  name: string;
  attributes: Attributes;
  tag: SaxesTagPlain;
  /** open elements around it */
  depth: number;
}
export interface XmlHandlers {
  open?: (element: Element) => void;
  close?: (name: string, tag: SaxesTagPlain, depth: number) => void;
  text?: (text: string) => void;
}

/** Levels of elements: those of workbooks have about ten. */
const maxDepth = 64;
/** Written by programs that know other things than UTF-8. */
const declared = /^<\?xml[^>]{0,100}encoding\s{0,3}=\s{0,3}["']([\w.-]{1,30})["']/u;

/**
 * Reads an XML document piece by piece, with memory that does not grow with it; what stands between two pieces may be waited for. Entities that a document declares
 * itself are not expanded. Throws WorkbookFault when it is not well-formed, nested too deeply, or in an unknown encoding.
 */
export async function readXml(chunks: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  const write = xmlWriter(handlers);
  for await (const chunk of chunks) write(chunk);
  write(null);
}

/** Takes an XML document in pieces and calls the handlers; null ends it. */
export function xmlWriter({ open, close, text }: XmlHandlers): (chunk: Buffer | null) => void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  parser.on('opentag', (tag) => {
    if (depth >= maxDepth) throw unreadable('nested too deeply');
    open?.({ name: localName(tag.name), attributes: tag.attributes, tag, depth });
    depth++;
  });
  parser.on('closetag', (tag) => {
    depth--;
    close?.(localName(tag.name), tag, depth);
  });
  if (text) {
    const take = (part: string): void => {
      if (depth > 0) text(part);
    };
    parser.on('text', take);
    parser.on('cdata', take);
  }
  let decoder: TextDecoder | null = null;
  return (chunk) => {
    try {
      decoder ??= decoderOf(chunk ?? Buffer.alloc(0));
      if (chunk) parser.write(decoder.decode(chunk, { stream: true }));
      else parser.write(decoder.decode()).close();
    } catch (error) {
      throw error instanceof WorkbookFault ? error : unreadable(String(error));
    }
  };
}

function decoderOf(first: Buffer): TextDecoder {
  if (first.length > 1 && first.readUInt16BE(0) === 0xfffe) return new TextDecoder('utf-16le');
  if (first.length > 1 && first.readUInt16BE(0) === 0xfeff) return new TextDecoder('utf-16be');
  // throws when it knows no encoding of this name
  return new TextDecoder(declared.exec(first.toString('latin1', 0, 200))?.[1] ?? 'utf-8');
}

/** The name of an element or attribute without its prefix: programs choose these freely. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An attribute whatever its prefix. */
export const attributeOf = (attributes: Attributes, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => localName(key) === name)?.[1];

// Control characters that XML 1.0 forbids, lone surrogates and non-characters would make Excel refuse the whole file.
const forbidden = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Text for an element or an attribute of XML, without the characters that it cannot hold. */
export const escapeXml = (text: string): string =>
  text.replace(forbidden, '').replace(/[&<>"]/gu, (sign) => escapes[sign] ?? sign);

/** Text that was read from XML, as it is written back: equal content, whatever signs it was written with. */
export const writeText = (text: string): string => text.replace(/[&<>\r]/gu, (sign) => escapes[sign] ?? sign);

/** An opening tag as it is written back. */
export function writeTag(name: string, attributes: Attributes, selfClosing: boolean): string {
  let tag = `<${name}`;
  for (const key in attributes) {
    const value = (attributes[key] ?? '').replace(/[&<"\t\n\r]/gu, (sign) => escapes[sign] ?? sign);
    tag += ` ${key}="${value}"`;
  }
  return selfClosing ? `${tag}/>` : `${tag}>`;
}
