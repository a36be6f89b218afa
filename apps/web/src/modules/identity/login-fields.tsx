import { Input, type InputRef } from 'antd';
import { CircleAlert, RotateCw } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import type { LoginFailure } from './use-login';

export function Problem({ text }: { text: string }) {
  return (
    <div className="td-login-problem" role="alert">
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
  problem: LoginFailure | null;
  input?: Ref<InputRef>;
  /** stands behind the control */
  after?: ReactNode;
}

/** A large field with its label and, under it, what is wrong with it. */
export function LoginField({ name, label, icon, change, secret, problem, input, after, ...rest }: LoginFieldProps) {
  const id = useId();
  const wrong = problem?.field === name ? problem.message : '';
  const Control = secret ? Input.Password : Input;
  return (
    <div className="td-login-field">
      <label htmlFor={id}>{label}</label>
      <div className="td-login-row">
        <Control
          id={id}
          ref={input}
          size="large"
          prefix={icon}
          status={wrong ? 'error' : undefined}
          onChange={(event) => change(event.target.value)}
          {...rest}
        />
        {after}
      </div>
      {wrong ? <Problem text={wrong} /> : null}
    </div>
  );
}

/** The picture with the characters to type; a press brings another one. */
export function CaptchaImage({ image, renew }: { image: string; renew: () => void }) {
  return (
    <button type="button" className="td-plain td-login-captcha" title="看不清，换一张" onClick={renew}>
      <img src={image} alt="图形验证码" />
      <RotateCw className="td-ico" />
    </button>
  );
}
