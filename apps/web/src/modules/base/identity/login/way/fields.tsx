import { Input, type InputRef } from 'antd';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useId, useState } from 'react';
import type { LoginFailure } from './use-enter';
import '../fields.css';

export function Problem({ text }: { text: string }) {
  return (
    <div className="base-identity-login-problem" role="alert">
      <CircleAlert className="td-ico" />
      {text}
    </div>
  );
}

interface LoginFieldProps {
  name: LoginFailure['field'];
  label: string;
  icon?: ReactNode;
  value: string;
  change: (value: string) => void;
  maxLength: number;
  autoComplete: string;
  secret?: boolean;
  /** digits only: phones show their number keys */
  numeric?: boolean;
  problem: LoginFailure | null;
  input?: Ref<InputRef>;
  /** stands behind the control */
  after?: ReactNode;
  /** stands above the control, at the right */
  aside?: ReactNode;
}

/** A large field with its label and, under it, what is wrong with it; a password says when Caps Lock is on. */
export function LoginField(props: LoginFieldProps) {
  const { name, label, icon, change, secret, numeric, problem, input, after, aside, ...rest } = props;
  const id = useId();
  const [caps, setCaps] = useState(false);
  const wrong = problem?.field === name ? problem.message : '';
  const Control = secret ? Input.Password : Input;
  return (
    <div className="base-identity-login-field">
      <div className="base-identity-login-label">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className="base-identity-login-row">
        <Control
          id={id}
          ref={input}
          size="large"
          prefix={icon}
          inputMode={numeric ? 'numeric' : undefined}
          status={wrong ? 'error' : undefined}
          onChange={(event) => change(event.target.value)}
          onKeyUp={secret ? (event) => setCaps(event.getModifierState('CapsLock')) : undefined}
          onBlur={() => setCaps(false)}
          {...rest}
        />
        {after}
      </div>
      {caps ? <div className="base-identity-login-caps">大写锁定已打开</div> : null}
      {wrong ? <Problem text={wrong} /> : null}
    </div>
  );
}
