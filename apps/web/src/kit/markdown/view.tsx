import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import './styles.css';

/** A document that somebody wrote in Markdown. It becomes elements one by one, so that no markup of its own gets into the page. */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => lexer(text), [text]);
  return <div className="kit-markdown">{piecesOf(tokens)}</div>;
}

/** The elements of tokens, each under its place: pieces of a text have no other name, and are never reordered. */
const piecesOf = (tokens: readonly Token[]): ReactNode =>
  tokens.map((token, at) => createElement(Fragment, { key: at }, pieceOf(token as MarkedToken))); // no extension adds tokens of its own

/** The element of a token. What has no element here (markup, pictures) stays the text that was written. */
function pieceOf(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      // the page's own title is the first heading
      return createElement(`h${Math.min(token.depth + 1, 4)}`, null, piecesOf(token.tokens));
    case 'paragraph':
      return <p>{piecesOf(token.tokens)}</p>;
    case 'blockquote':
      return <blockquote>{piecesOf(token.tokens)}</blockquote>;
    case 'list':
      return createElement(token.ordered ? 'ol' : 'ul', null, piecesOf(token.items));
    case 'list_item':
      return <li>{piecesOf(token.tokens)}</li>;
    case 'table':
      return tableOf(token);
    case 'code':
      return <pre>{token.text}</pre>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'strong':
      return <b>{piecesOf(token.tokens)}</b>;
    case 'em':
      return <em>{piecesOf(token.tokens)}</em>;
    case 'del':
      return <del>{piecesOf(token.tokens)}</del>;
    case 'link':
      return linkOf(token);
    case 'hr':
      return <hr />;
    case 'br':
      return <br />;
    case 'text':
      return token.tokens ? piecesOf(token.tokens) : token.text;
    case 'escape':
      return token.text;
    default:
      return token.raw;
  }
}

/** A link to a web address; an address of another kind could run something, and stays text. */
function linkOf({ href, raw, tokens }: Tokens.Link): ReactNode {
  if (!/^https?:/iu.test(href)) return raw;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {piecesOf(tokens)}
    </a>
  );
}

const tableOf = ({ header, rows }: Tokens.Table): ReactNode => (
  <table>
    <thead>
      <tr>{header.map(({ tokens }, at) => createElement('th', { key: at }, piecesOf(tokens)))}</tr>
    </thead>
    <tbody>
      {rows.map((row, line) =>
        createElement(
          'tr',
          { key: line },
          row.map(({ tokens }, at) => createElement('td', { key: at }, piecesOf(tokens))),
        ),
      )}
    </tbody>
  </table>
);
