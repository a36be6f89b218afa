import { upPhone } from '@tongda/contract/company/profile/calls';
import type { Input as CallInput } from '@tongda/contract/core/endpoint';
import { patterns } from '@tongda/contract/core/field/patterns';
import { Input, Segmented } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { useAct } from '../../../kit/call/use-act';
import { ActDialog } from '../../../kit/dialog/form';
import { loadHasher } from '../../../kit/session/password/load-hasher';
import { CodeLine } from './code-line';

type Field = 'phone' | 'verifyCode' | 'oldCode' | 'password';
type Proof = 'oldCode' | 'password';

interface PhoneDialogProps {
  /** masked; null = none bound yet */
  phone: string | null;
  done: () => Promise<void>;
  close: () => void;
}

/** 更换手机号: asks for the proof (a code sent to the old number, or the password), the new number and the code sent to that. */
export function PhoneDialog({ phone: bound, done, close }: PhoneDialogProps) {
  const [values, setValues] = useState<Record<Field, string>>({ phone: '', verifyCode: '', oldCode: '', password: '' });
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [proof, setProof] = useState<Proof>(bound ? 'oldCode' : 'password');
  const put = (field: Field, value: string): void => {
    setValues((old) => ({ ...old, [field]: value }));
    setErrors((old) => ({ ...old, [field]: undefined }));
  };
  const fail = (field: Field, sentence: string): void => setErrors((old) => ({ ...old, [field]: sentence }));
  const phoneIsGood = (): boolean => {
    const good = patterns.phone.regex.test(values.phone);
    if (!good) fail('phone', patterns.phone.message);
    return good;
  };
  const send = useAct(
    async (typed: Record<Field, string>) => call(upPhone, await inputOf(typed, proof), { quiet: true }),
    {
      told: '手机号已更换',
      done,
      failed: (error) => {
        if (!(error instanceof ApiError) || error.errors.length === 0) return false;
        for (const { field, msg } of error.errors) fail(isField(field) ? field : 'phone', msg);
        return true;
      },
    },
  );
  return (
    <ActDialog
      act={send}
      input={() => {
        const missing = problemsOf(values, proof);
        setErrors(missing);
        return Object.keys(missing).length > 0 ? null : values;
      }}
      touched={Object.values(values).some((value) => value !== '')}
      close={close}
      width={420}
      title={bound ? '更换手机号' : '绑定手机号'}
      okText="确定"
    >
      {bound ? (
        <Segmented<Proof>
          block
          aria-label="验证方式"
          value={proof}
          onChange={setProof}
          options={[
            { value: 'oldCode', label: `原手机号 ${bound}` },
            { value: 'password', label: '登录密码' },
          ]}
        />
      ) : null}
      {proof === 'oldCode' ? (
        <CodeLine
          label="原手机号验证码"
          phone={null}
          value={values.oldCode}
          change={(code) => put('oldCode', code)}
          fail={fail}
          ready={() => true}
          error={errors.oldCode}
        />
      ) : (
        <PasswordLine value={values.password} change={(text) => put('password', text)} error={errors.password} />
      )}
      <PhoneLine value={values.phone} change={(text) => put('phone', text)} error={errors.phone} />
      <CodeLine
        label="新手机号验证码"
        phone={values.phone}
        value={values.verifyCode}
        change={(code) => put('verifyCode', code)}
        fail={fail}
        ready={phoneIsGood}
        error={errors.verifyCode}
      />
    </ActDialog>
  );
}

interface LineProps {
  value: string;
  change: (text: string) => void;
  error: string | undefined;
}

function PasswordLine({ value, change, error }: LineProps) {
  return (
    <div className="company-profile-phone-field">
      <label htmlFor="password">登录密码</label>
      <Input.Password
        id="password"
        value={value}
        autoComplete="current-password"
        maxLength={16}
        status={error ? 'error' : undefined}
        onChange={(event) => change(event.target.value)}
      />
      {error ? <small role="alert">{error}</small> : null}
    </div>
  );
}

function PhoneLine({ value, change, error }: LineProps) {
  return (
    <div className="company-profile-phone-field">
      <label htmlFor="phone">新手机号</label>
      <Input
        id="phone"
        value={value}
        maxLength={11}
        inputMode="numeric"
        autoComplete="tel"
        status={error ? 'error' : undefined}
        onChange={(event) => change(event.target.value.replace(/\D/gu, ''))}
      />
      {error ? <small role="alert">{error}</small> : null}
    </div>
  );
}

const isField = (name: string): name is Field => ['phone', 'verifyCode', 'oldCode', 'password'].includes(name);

function problemsOf(values: Record<Field, string>, proof: Proof): Partial<Record<Field, string>> {
  const sixDigits = /^\d{6}$/u;
  const digits = '请输入6位数字验证码';
  return {
    ...(patterns.phone.regex.test(values.phone) ? {} : { phone: patterns.phone.message }),
    ...(sixDigits.test(values.verifyCode) ? {} : { verifyCode: digits }),
    ...(proof === 'oldCode' && !sixDigits.test(values.oldCode) ? { oldCode: digits } : {}),
    ...(proof === 'password' && values.password === '' ? { password: '请输入登录密码' } : {}),
  };
}

async function inputOf(values: Record<Field, string>, proof: Proof): Promise<CallInput<typeof upPhone>> {
  const { phone, verifyCode, oldCode, password } = values;
  if (proof === 'oldCode') return { phone, verifyCode, oldCode };
  const hash = await loadHasher();
  return { phone, verifyCode, password: await hash(password) };
}
