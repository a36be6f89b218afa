import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useState } from 'react';
import { firstNote, type StripKey, type StripKind, useStrip } from './notes';
import './line.css';

const kinds: readonly StripKind[] = ['tip', 'notice'];
const foldedKey = 'td.stripFolded';
/** What comes while somebody works is said even when the strip was put away: it takes the place of what would else open over the page. */
const always: ReadonlySet<StripKey> = new Set(['newVersion', 'messages']);

/** One tip and one notice with a verb each, and 收起提示. Nothing to say = what stands in its place. */
function Notes({ className, otherwise = null }: { className: string; otherwise?: ReactNode }) {
  const { notes, ready } = useStrip();
  const [folded, setFolded] = useState(() => sessionStorage.getItem(foldedKey) === '1');
  const shown = kinds.flatMap((kind) => {
    const found = firstNote(notes, kind);
    return ready && found && (!folded || always.has(found.key)) ? [found] : [];
  });
  if (shown.length === 0) return otherwise;
  const fold = (): void => {
    sessionStorage.setItem(foldedKey, '1');
    setFolded(true);
    for (const { note } of shown) note.away();
  };
  return (
    <aside className={`kit-strip ${className}`} aria-label="提示">
      {shown.map(({ key, note }) => (
        <div key={key} className="kit-strip-note">
          {note.icon}
          <span title={note.text}>{note.text}</span>
          <button type="button" className="td-plain td-link" onClick={note.run}>
            {note.verb}
          </button>
        </div>
      ))}
      <button type="button" className="td-plain kit-strip-away" onClick={fold}>
        收起提示
        <X className="td-ico" />
      </button>
    </aside>
  );
}

/**
 * The strip in a line that the page has at its foot anyway (the pager of a list), so that nothing moves when there is something to say. While such a line is in
 * front, the frame's own strip is not drawn; with several of them the first one has it.
 */
export function StripInLine(): ReactNode {
  const id = useId();
  const mine = useStrip(({ places }) => places[0] === id);
  // a page behind another tab runs no effects, so that it gives its place up
  useLayoutEffect(() => {
    useStrip.setState(({ places }) => ({ places: [...places, id] }));
    return () => useStrip.setState(({ places }) => ({ places: places.filter((one) => one !== id) }));
  }, [id]);
  return mine ? <Notes className="kit-strip-inline" /> : null;
}

/**
 * The strip as a line of its own at the foot of the window, on pages that have no line for it. The line stays when there is nothing to say: what is said, or put
 * away, moves nothing that somebody is about to press.
 */
export function StripAtFoot(): ReactNode {
  const free = useStrip(({ places }) => places.length === 0);
  return free ? <Notes className="kit-strip-foot" otherwise={<div className="kit-strip-foot" />} /> : null;
}
