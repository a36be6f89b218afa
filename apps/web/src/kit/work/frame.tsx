import { Button } from 'antd';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import './page.css';

export interface WorkHeadProps {
  title: ReactNode;
  /** where 返回 leads to; -1 is the page one came from. Without it there is no way back, as on a page that a menu opens. */
  back?: string | -1;
  /** number or name of the object, in grey behind the title */
  code?: ReactNode;
  /** page of the object, when its number is a link */
  codeTo?: string;
  /** state, plate, a choice: what stands behind the number */
  marks?: ReactNode;
  /** small text at the right end: who, where, when */
  meta?: ReactNode;
  /** buttons at the right end */
  actions?: ReactNode;
  /** further class of the line, for a page with tools in it */
  className?: string;
}

/** The first line of a page that works on one object: way back, title, number, state, and what stands at the right. */
function WorkHead({ title, back, code, codeTo, marks, meta, actions, className }: WorkHeadProps) {
  return (
    <header className={className ? `kit-work-head ${className}` : 'kit-work-head'}>
      {back === undefined ? null : <BackButton to={back} />}
      <h1>{title}</h1>
      {code && codeTo ? (
        <Link className="kit-work-code" to={codeTo}>
          {code}
        </Link>
      ) : code ? (
        <span className="kit-work-code">{code}</span>
      ) : null}
      {marks}
      {meta ? <div className="kit-work-meta">{meta}</div> : null}
      {actions ? <div className="kit-work-actions">{actions}</div> : null}
    </header>
  );
}

function BackButton({ to }: { to: string | -1 }) {
  const navigate = useNavigate();
  const leave = (): void => void (to === -1 ? navigate(-1) : navigate(to));
  return <Button type="text" icon={<ArrowLeft />} aria-label="返回" onClick={leave} />;
}

interface WorkFrameProps {
  head: WorkHeadProps;
  className?: string;
  children: ReactNode;
}

/** A page that fills the window below its head; what is inside divides the rest. Most pages use `WorkPage`. */
export function WorkFrame({ head, className, children }: WorkFrameProps) {
  return (
    <section className={className ? `kit-work ${className}` : 'kit-work'}>
      <WorkHead {...head} />
      {children}
    </section>
  );
}
