import { Button } from 'antd';
import { Printer } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { ErrorState, Loading } from '../../../kit/show/states';
import './styles.css';

interface PrintFrameProps {
  title: string;
  /** what is on the pages, beside the button */
  note: string;
  /** roll of labels 100 × 70 mm, or A4 */
  paper: 'a4' | 'label';
  /** true while the page is still incomplete, so that printing would miss something */
  making?: boolean;
  error: unknown;
  retry: () => void;
  children: ReactNode | null;
}

/** A page to print: the bar stays on the screen, the sheets go to the printer. */
export function PrintFrame({ title, note, paper, making = false, error, retry, children }: PrintFrameProps) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (error) return <ErrorState error={error} retry={retry} />;
  if (children === null) return <Loading />;
  return (
    <div className="base-print" data-paper={paper}>
      <style>{paper === 'a4' ? '@page { size: A4; margin: 10mm }' : '@page { size: 100mm 70mm; margin: 0 }'}</style>
      <header className="base-print-bar">
        <h1>{title}</h1>
        <span className="td-cap">{note}</span>
        <Button type="primary" icon={<Printer />} loading={making} onClick={() => window.print()}>
          打印
        </Button>
      </header>
      <main>{children}</main>
    </div>
  );
}
