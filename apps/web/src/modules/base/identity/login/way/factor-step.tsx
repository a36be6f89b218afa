import { Button, type InputRef } from 'antd';
import { ShieldCheck } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { LoginField, Problem } from './fields';
import type { Enter } from './use-enter';

/** Second step of a login: the code of the app on the telephone, or a recovery code. */
export function FactorStep({ way }: { way: Enter }) {
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState(false);
  const field = useRef<InputRef>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code is typed in the same field
  useEffect(() => field.current?.focus(), [recovery]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (way.busy) return;
    if (code.trim() === '')
      way.setFailure({ field: 'code', message: recovery ? '请输入恢复码' : '请输入6位动态验证码' });
    else void way.prove(code.trim()).then((failed) => failed && setCode(''));
  };
  return (
    <section aria-label="二次验证">
      <h1>二次验证</h1>
      <p className="base-identity-login-sub">
        {recovery ? '输入开启时抄下的恢复码，每个只能用一次' : '输入手机验证器显示的6位数字'}
      </p>
      <form onSubmit={submit} noValidate>
        <LoginField
          name="code"
          label={recovery ? '恢复码' : '动态验证码'}
          icon={<ShieldCheck />}
          input={field}
          value={code}
          change={setCode}
          maxLength={recovery ? 24 : 6}
          autoComplete="one-time-code"
          numeric={!recovery}
          problem={way.failure}
        />
        {way.failure?.field === null ? <Problem text={way.failure.message} /> : null}
        <Button
          type="primary"
          htmlType="submit"
          size="large"
          block
          loading={way.busy}
          className="base-identity-login-go"
        >
          登录
        </Button>
      </form>
      <Button
        type="link"
        className="base-identity-login-back"
        onClick={() => {
          way.setFailure(null);
          setCode('');
          setRecovery(!recovery);
        }}
      >
        {recovery ? '用动态验证码登录' : '手机不在身边？用恢复码登录'}
      </Button>
      <Button type="link" className="base-identity-login-back" onClick={way.cancel}>
        返回登录
      </Button>
    </section>
  );
}
