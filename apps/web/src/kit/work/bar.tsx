import type { ReactNode } from 'react';
import './page.css';

interface WorkBarProps {
  /** left end: sums, or what is still wrong (<WorkNote/>) */
  note?: ReactNode;
  /** buttons; the last one is what the page is for */
  children: ReactNode;
}

/** The foot of a page that stays in sight while the content scrolls. */
export function WorkBar({ note, children }: WorkBarProps) {
  return (
    <footer className="kit-work-bar">
      {note}
      <span className="kit-work-bar-right">{children}</span>
    </footer>
  );
}

interface WorkNoteProps {
  /** `bad`: keeps from going on; `plain`: everything is ready; otherwise a quiet remark */
  tone?: 'bad' | 'plain';
  children: ReactNode;
}
const noteClass = { bad: 'kit-work-bad', plain: undefined } as const;

/** A sentence at the left end of the bar, read out when it changes. */
export function WorkNote({ tone, children }: WorkNoteProps) {
  return (
    <span className={tone ? noteClass[tone] : 'td-cap'} role="status">
      {children}
    </span>
  );
}
