import { useMemo } from 'react';
import { type Block, blocksOf, spansOf } from './blocks';
import './styles.css';

/** A document that somebody wrote in Markdown. It becomes elements one by one, so that no markup of its own gets into the page. */
export function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div className="kit-markdown">
      {blocks.map((block, at) => (
        // blocks of a text have no other name than their place
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
        <Piece key={at} of={block} />
      ))}
    </div>
  );
}

function Piece({ of }: { of: Block }) {
  switch (of.kind) {
    case 'heading': {
      // the page's own title is the first heading
      const Tag = ({ 1: 'h2', 2: 'h3', 3: 'h4' } as const)[of.level];
      return (
        <Tag>
          <Words text={of.text} />
        </Tag>
      );
    }
    case 'code':
      return <pre>{of.text}</pre>;
    case 'list': {
      const Tag = of.ordered ? 'ol' : 'ul';
      return (
        <Tag>
          {of.items.map((item) => (
            <li key={item}>
              <Words text={item} />
            </li>
          ))}
        </Tag>
      );
    }
    case 'table':
      return (
        <table>
          <thead>
            <tr>
              {of.head.map((cell) => (
                <th key={cell}>
                  <Words text={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {of.rows.map((row) => (
              <tr key={row.join('|')}>
                {row.map((cell, at) => (
                  <td key={of.head[at]}>
                    <Words text={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'paragraph':
      return (
        <p>
          <Words text={of.text} />
        </p>
      );
  }
}

function Words({ text }: { text: string }) {
  return spansOf(text).map((span, at) => {
    const key = `${at} ${span.text}`;
    if (span.style === 'link')
      return (
        <a key={key} href={span.to} target="_blank" rel="noreferrer">
          {span.text}
        </a>
      );
    if (span.style === 'code') return <code key={key}>{span.text}</code>;
    return span.style === 'bold' ? <b key={key}>{span.text}</b> : span.text;
  });
}
