import { Button, Steps } from 'antd';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import './edit-page.css';
import './wizard.css';

interface WizardProps {
  title: string;
  /** page that 返回 leads to */
  back: string;
  steps: readonly string[];
  /** counted from 1 */
  at: number;
  children: ReactNode;
}

/** A page in steps: head with the way back, where one stands, the step itself. Each step has its own address. */
export function Wizard({ title, back, steps, at, children }: WizardProps) {
  const navigate = useNavigate();
  return (
    <section className="td-edit">
      <header className="td-edit-head">
        <Button type="text" icon={<ArrowLeft />} aria-label="返回" onClick={() => void navigate(back)} />
        <h1>{title}</h1>
      </header>
      <div className="td-wizard-steps">
        <Steps current={at - 1} items={steps.map((name) => ({ title: name }))} size="small" />
      </div>
      {children}
    </section>
  );
}

/** The step of an address, within what there is. */
export const stepOf = (text: string | undefined, steps: number): number =>
  Math.min(steps, Math.max(1, Number(text) || 1));
