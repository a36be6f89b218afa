/** A piece of a document that is written in Markdown, as far as documents of interfaces need it. */
export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'code'; text: string };

/** A run of text within a block. Addresses of links begin with http:// or https://; everything else stays text. */
export type Span = { text: string; style: 'plain' | 'bold' | 'code' } | { text: string; style: 'link'; to: string };

const fence = /^\s*```/u;
const heading = /^(#{1,3})\s+(.+)$/u;
const bullet = /^\s*[-*]\s+(.*)$/u;
const numbered = /^\s*\d{1,3}[.)]\s+(.*)$/u;
const isRow = (line: string | undefined): line is string => line?.trim().startsWith('|') ?? false;
const isRule = (line: string | undefined): boolean => isRow(line) && /^[\s|:-]+$/u.test(line) && line.includes('-');
const isBlank = (line: string): boolean => line.trim() === '';

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\|/u, '')
    .replace(/\|$/u, '')
    .split('|')
    .map((cell) => cell.trim());

/** Takes lines from `from` on while they are wanted. */
function takeWhile(lines: readonly string[], from: number, wanted: (line: string) => boolean): string[] {
  let end = from;
  while (end < lines.length && wanted(lines[end] ?? '')) end++;
  return lines.slice(from, end);
}

/** The blocks of a text. What is no other block is a paragraph, so that no word is lost. */
export function blocksOf(text: string): Block[] {
  const lines = text.replaceAll('\r', '').split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    if (isBlank(line)) at++;
    else {
      const { block, used } = blockAt(lines, at, line);
      blocks.push(block);
      at += used;
    }
  }
  return blocks;
}

function blockAt(lines: readonly string[], at: number, line: string): { block: Block; used: number } {
  if (fence.test(line)) {
    const code = takeWhile(lines, at + 1, (next) => !fence.test(next));
    return { block: { kind: 'code', text: code.join('\n') }, used: code.length + 2 };
  }
  const [, marks = '', title = ''] = heading.exec(line) ?? [];
  if (marks !== '')
    return {
      block: { kind: 'heading', level: marks.length === 1 ? 1 : marks.length === 2 ? 2 : 3, text: title },
      used: 1,
    };
  if (isRow(line) && isRule(lines[at + 1])) {
    const rows = takeWhile(lines, at + 2, isRow);
    const head = cellsOf(line);
    return {
      block: { kind: 'table', head, rows: rows.map((row) => head.map((_, i) => cellsOf(row)[i] ?? '')) },
      used: rows.length + 2,
    };
  }
  const marker = bullet.test(line) ? bullet : numbered.test(line) ? numbered : null;
  if (marker) {
    const items = takeWhile(lines, at, (next) => marker.test(next));
    return {
      block: { kind: 'list', ordered: marker === numbered, items: items.map((item) => marker.exec(item)?.[1] ?? '') },
      used: items.length,
    };
  }
  const rest = takeWhile(lines, at + 1, (next) => !isBlank(next) && !beginsOther(next));
  return { block: { kind: 'paragraph', text: [line, ...rest].join('\n') }, used: rest.length + 1 };
}

const beginsOther = (line: string): boolean =>
  [fence, heading, bullet, numbered].some((pattern) => pattern.test(line)) || isRow(line);

const spanPattern = /`([^`\n]{1,500})`|\*\*([^*\n]{1,500})\*\*|\[([^\]\n]{1,200})\]\((https?:\/\/[^\s)]{1,500})\)/gu;

/** The runs of a line: code, bold, links, and what is between them. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(spanPattern)) {
    const [whole, code, bold, label = '', to] = match;
    if (match.index > from) spans.push({ text: text.slice(from, match.index), style: 'plain' });
    if (code !== undefined) spans.push({ text: code, style: 'code' });
    else if (bold !== undefined) spans.push({ text: bold, style: 'bold' });
    else if (to !== undefined) spans.push({ text: label, style: 'link', to });
    from = match.index + whole.length;
  }
  if (from < text.length) spans.push({ text: text.slice(from), style: 'plain' });
  return spans;
}
