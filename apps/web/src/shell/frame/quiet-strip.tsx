import { X } from 'lucide-react';
import { useState } from 'react';
import { firstNote, type StripKey, type StripKind, useStrip } from '../../kit/session/strip';
import './quiet-strip.css';

const kinds: readonly StripKind[] = ['tip', 'notice'];
const foldedKey = 'td.stripFolded';
/** What comes while somebody works is said even when the strip was put away: it takes the place of what would else open over the page. */
const always: ReadonlySet<StripKey> = new Set(['newVersion', 'messages']);

/** The line at the foot of the window: one tip and one notice with a verb each, and 收起提示. Nothing to say = no line. */
export function QuietStrip() {
  const notes = useStrip((state) => state.notes);
  const [folded, setFolded] = useState(() => sessionStorage.getItem(foldedKey) === '1');
  const shown = kinds.flatMap((kind) => {
    const found = firstNote(notes, kind);
    return found && (!folded || always.has(found.key)) ? [found] : [];
  });
  if (shown.length === 0) return null;
  const fold = (): void => {
    sessionStorage.setItem(foldedKey, '1');
    setFolded(true);
    for (const { note } of shown) note.away();
  };
  return (
    <aside className="shell-frame-quiet" aria-label="提示">
      {shown.map(({ key, note }) => (
        <div key={key} className="shell-frame-quiet-note">
          {note.icon}
          <span title={note.text}>{note.text}</span>
          <button type="button" className="td-plain td-link" onClick={note.run}>
            {note.verb}
          </button>
        </div>
      ))}
      <button type="button" className="td-plain shell-frame-quiet-away" onClick={fold}>
        收起提示
        <X className="td-ico" />
      </button>
    </aside>
  );
}
