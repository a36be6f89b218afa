import { Input } from 'antd';
import type { ReactNode } from 'react';
import './fields.css';

/** A row of fields on a page that works on one object, as many side by side as there is room for. */
export const WorkFields = ({ children }: { children: ReactNode }) => <div className="kit-work-fields">{children}</div>;

interface WorkFieldProps {
  label: ReactNode;
  /** takes the whole width */
  wide?: boolean;
  children: ReactNode;
}

/** A control with its name above; the control names itself for screen readers. */
export const WorkField = ({ label, wide, children }: WorkFieldProps) => (
  <div className="kit-work-field" data-wide={wide}>
    <span>{label}</span>
    {children}
  </div>
);

interface TextFieldProps {
  label: string;
  value: string;
  put: (text: string) => void;
  maxLength: number;
  placeholder?: string;
  wide?: boolean;
}

/** A field of one line of text. */
export const TextField = ({ label, value, put, maxLength, placeholder, wide }: TextFieldProps) => (
  <WorkField label={label} wide={wide}>
    <Input
      aria-label={label}
      value={value}
      maxLength={maxLength}
      placeholder={placeholder}
      onChange={(event) => put(event.target.value)}
    />
  </WorkField>
);
