import { smsRules } from '@tongda/contract/base/identity/sms';
import { sendBindVerifyCode } from '@tongda/contract/company/profile/calls';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { useLock } from '../../../kit/files/export-button';

interface CodeLineProps {
  label: string;
  /** the new number to send a code to; null: the number that is bound now */
  phone: string | null;
  value: string;
  change: (code: string) => void;
  /** shows an error at the number (for one that is bound already) or at the code */
  fail: (field: 'phone' | 'verifyCode' | 'oldCode', sentence: string) => void;
  /** whether the number is complete, so that a code can be sent; shows its error otherwise */
  ready: () => boolean;
  error: string | undefined;
}

/** A code of six digits with the button that asks for it. */
export function CodeLine({ label, phone, value, change, fail, ready, error }: CodeLineProps) {
  const [left, lock] = useLock(smsRules.resendS);
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState('');
  const field = phone === null ? 'oldCode' : 'verifyCode';
  const ask = async (): Promise<void> => {
    if (!ready()) return;
    setBusy(true);
    try {
      const sent = await call(sendBindVerifyCode, phone === null ? {} : { phone }, { quiet: true });
      lock();
      // a sentence about the former code has nothing to say about the new one
      change('');
      setNote(
        sent.demoCode
          ? `演示模式不发送短信，验证码：${sent.demoCode}`
          : `验证码已发送，${smsRules.ttlS / 60}分钟内有效`,
      );
    } catch (failure) {
      const known = failure instanceof ApiError ? failure : null;
      const aboutPhone = known?.errors.some((found) => found.field === 'phone') && phone !== null;
      fail(aboutPhone ? 'phone' : field, known?.message ?? '验证码发送失败，请稍后重试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="company-profile-phone-field">
      <label htmlFor={field}>{label}</label>
      <span>
        <Input
          id={field}
          value={value}
          maxLength={smsRules.digits}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder={`${smsRules.digits}位数字`}
          status={error ? 'error' : undefined}
          onChange={(event) => change(event.target.value.replace(/\D/gu, ''))}
        />
        <Button disabled={left > 0} loading={busy} onClick={() => void ask()}>
          {left > 0 ? `${left}秒后重发` : '获取验证码'}
        </Button>
      </span>
      {error ? <small role="alert">{error}</small> : note ? <small data-note="true">{note}</small> : null}
    </div>
  );
}
