import { sendLoginSms as endpoint, type sendLoginSms, smsRules } from '@tongda/contract/base/identity/sms';
import type { Input } from '@tongda/contract/core/endpoint';
import { patterns } from '@tongda/contract/core/field/patterns';
import { Button } from 'antd';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../../../../kit/call/api';
import { ApiError } from '../../../../../kit/call/api-error';
import { LoginField } from './fields';
import type { LoginFailure } from './use-enter';

interface SmsCodeFieldProps {
  phone: string;
  purpose: Input<typeof sendLoginSms>['purpose'];
  value: string;
  change: (value: string) => void;
  problem: LoginFailure | null;
  setProblem: (problem: LoginFailure | null) => void;
}

/** Field for an SMS code with the button that requests it; a new one can be requested after 60 s. */
export function SmsCodeField({ phone, purpose, value, change, problem, setProblem }: SmsCodeFieldProps) {
  const [left, setLeft] = useState(0);
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState('');
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const ask = async (): Promise<void> => {
    if (!patterns.phone.regex.test(phone)) {
      setProblem({ field: 'phone', message: patterns.phone.message });
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      const sent = await call(endpoint, { phone, purpose }, { quiet: true });
      setLeft(sent.resendIn);
      setNote(
        sent.demoCode
          ? `演示模式不发送短信，验证码：${sent.demoCode}`
          : `验证码已发送，${smsRules.ttlS / 60}分钟内有效`,
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem({
        field: error.errors.some(({ field }) => field === 'phone') ? 'phone' : 'code',
        message: error.message,
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <LoginField
        name="code"
        label="短信验证码"
        icon={<KeyRound />}
        value={value}
        change={(text) => change(text.replace(/\D/gu, ''))}
        maxLength={smsRules.digits}
        autoComplete="one-time-code"
        numeric
        problem={problem}
        after={
          <Button
            size="large"
            className="base-identity-login-ask"
            disabled={left > 0}
            loading={busy}
            onClick={() => void ask()}
          >
            {left > 0 ? `${left}秒后重发` : '获取验证码'}
          </Button>
        }
      />
      {note && problem?.field !== 'code' ? (
        <div className="base-identity-login-note" role="status">
          {note}
        </div>
      ) : null}
    </>
  );
}
