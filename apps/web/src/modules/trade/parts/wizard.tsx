import { Steps } from 'antd';
import type { ReactNode } from 'react';
import { WorkFrame } from '../../../kit/work/frame';
import '../../../kit/form/edit-page.css';
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
  return (
    <WorkFrame head={{ title, back }}>
      <div className="trade-parts-wizard-steps">
        <Steps current={at - 1} items={steps.map((name) => ({ title: name }))} size="small" />
      </div>
      {children}
    </WorkFrame>
  );
}

/** The step of an address, within what there is. */
export const stepOf = (text: string | undefined, steps: number): number =>
  Math.min(steps, Math.max(1, Number(text) || 1));
