import { none } from '../show/format';
import { dueOf } from './due';
import { Panel } from './panel';
import './due-date.css';

/** A date that runs out: the days left only when it matters. */
export function DueDate({ date, always = false }: { date: string | null; always?: boolean }) {
  const { due, words } = dueOf(date);
  if (due === 'none') return <span className="kit-detail-due-none">{none}</span>;
  return (
    <span className="kit-detail-due" data-due={due}>
      {date}
      {due !== 'fine' || always ? <span className="kit-detail-tag">{words}</span> : null}
    </span>
  );
}

export interface Paper {
  label: string;
  date: string | null;
  /** number of the paper */
  no?: string | null;
  /** may be without an end */
  endless?: boolean;
}

/** Papers with the days left, the most urgent first. */
export function PaperCards({ papers }: { papers: readonly Paper[] }) {
  const urgent = (days: number): number => (Number.isNaN(days) ? Number.POSITIVE_INFINITY : days);
  const list = papers.map((paper) => ({ ...paper, ...dueOf(paper.date) }));
  return (
    <ul className="kit-detail-papers">
      {list
        .sort((a, b) => urgent(a.days) - urgent(b.days))
        .map(({ label, date, no, endless = false, due, days, words }) => (
          <li key={label} data-due={due}>
            <span className="td-cap">{label}</span>
            <b>
              {due === 'none'
                ? endless && no
                  ? '已登记'
                  : '未登记'
                : due === 'over'
                  ? words
                  : days === 0
                    ? '今天到期'
                    : `${days} 天`}
            </b>
            <span>{date ? `有效期至 ${date}` : endless && no ? '无到期日' : '请在编辑页补充日期'}</span>
            {no ? <span className="td-cap">证号 {no}</span> : null}
          </li>
        ))}
    </ul>
  );
}

/** How the papers stand, beside a form or a page. */
export function PaperPanel({ papers, title = '证照状态' }: { papers: readonly Paper[]; title?: string }) {
  return (
    <Panel title={title}>
      {papers.map(({ label, date }) => (
        <div className="kit-detail-paper-line" key={label}>
          <span>{label}</span>
          <DueDate date={date} />
        </div>
      ))}
    </Panel>
  );
}
