import type { ReactNode } from 'react';
import { ActBar, type ActTroubles } from '../dialog/act-bar';
import { WorkFrame, type WorkHeadProps } from './frame';

interface WorkBodyProps {
  /** what the page sends: findings and conflicts of each stand above the content */
  acts?: readonly ActTroubles[];
  /** a line of tools between head and content, which does not scroll */
  tools?: ReactNode;
  /** the right column: its name for screen readers, and its <Panel/>s */
  aside?: { label: string; panels: ReactNode };
  /** <WorkBar/> with what the page does in the end */
  bar?: ReactNode;
  /** the children draw and scroll the left column themselves */
  bare?: boolean;
  children: ReactNode;
}

/** What stands below the head: content that scrolls, panels beside it, the bar at the foot. */
export function WorkBody({ acts = [], tools, aside, bar, bare, children }: WorkBodyProps) {
  return (
    <>
      {acts.map((act, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the acts of a page never change their order
        <ActBar key={i} of={act} />
      ))}
      {tools ? <div className="kit-work-tools">{tools}</div> : null}
      <div className="kit-work-body">
        {bare ? children : <div className="kit-work-main">{children}</div>}
        {aside ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a column that scrolls is scrolled by the keyboard too
          <aside className="kit-work-aside" aria-label={aside.label} tabIndex={0}>
            {aside.panels}
          </aside>
        ) : null}
      </div>
      {bar}
    </>
  );
}

interface WorkPageProps extends WorkBodyProps {
  head: WorkHeadProps;
}

/** A page on which somebody works through one object (checks, counts, divides it) and says at the end that it is done. */
export function WorkPage({ head, ...body }: WorkPageProps) {
  return (
    <WorkFrame head={head}>
      <WorkBody {...body} />
    </WorkFrame>
  );
}
