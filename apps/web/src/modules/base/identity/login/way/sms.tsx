import { patterns } from '@tongda/contract/core/field/patterns';
import { Button } from 'antd';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Problem } from './fields';
import { PhoneCodeFields } from './phone-code-fields';
import type { Enter, LoginFailure } from './use-enter';

interface SmsLoginProps {
  way: Enter;
  children: ReactNode;
  agreed: () => Promise<boolean>;
}

/** Login by phone number and SMS code. */
export function SmsLogin({ way, children, agreed }: SmsLoginProps) {
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState<LoginFailure | null>(null);
  const problem = missing ?? way.failure;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (way.busy) return;
    const lacking = findMissing(phone, code);
    setMissing(lacking);
    if (lacking !== null || !(await agreed())) return;
    await way.enter({ grant_type: 'sms_code', phone, code });
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <PhoneCodeFields
        phone={phone}
        setPhone={setPhone}
        purpose="login"
        code={code}
        setCode={setCode}
        problem={problem}
        setProblem={(found) => {
          way.setFailure(null);
          setMissing(found);
        }}
      />
      {/* what is weak about codes by telephone is said where one is about to use one (OWASP ASVS 5, 6.6.1) */}
      <p className="base-identity-login-note">
        短信可能被转发或截获；密码加动态验证码更安全，可在“个人信息”中开启二次验证。
      </p>
      {problem?.field === null ? <Problem text={problem.message} /> : null}
      <Button type="primary" htmlType="submit" size="large" block loading={way.busy} className="base-identity-login-go">
        登录
      </Button>
      {children}
    </form>
  );
}

function findMissing(phone: string, code: string): LoginFailure | null {
  if (!patterns.phone.regex.test(phone)) return { field: 'phone', message: patterns.phone.message };
  return /^\d{6}$/u.test(code) ? null : { field: 'code', message: '请输入6位短信验证码' };
}
