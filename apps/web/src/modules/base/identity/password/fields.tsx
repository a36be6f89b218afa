import type { PasswordRule } from '@tongda/contract/base/identity/password-rule';
import { passwordStrength, strengthOf } from '@tongda/contract/base/org/enums';
import { Input } from 'antd';
import { useId, useState } from 'react';
import { Problem } from '../login/way/fields';
import type { Findings, PasswordField, PasswordValues } from './form';
import './fields.css';

const labels: Record<PasswordField, string> = { oldPwd: '原密码', newPwd: '新密码', confirm: '确认密码' };

interface PasswordFieldsProps {
  fields: readonly PasswordField[];
  values: PasswordValues;
  findings: Findings;
  change: (field: PasswordField, value: string) => void;
  /** of the company; absent: the platform's */
  rule?: PasswordRule;
}

/** The fields of a new password, each with what is wrong under it, the strength of the new one, and a word when Caps Lock is on. */
export function PasswordFields({ fields, values, findings, change, rule }: PasswordFieldsProps) {
  const [caps, setCaps] = useState<PasswordField | null>(null);
  const base = useId();
  return (
    <>
      {fields.map((field, at) => (
        <div key={field} className="base-identity-password-field">
          <label htmlFor={`${base}${field}`}>{labels[field]}</label>
          <Input.Password
            id={`${base}${field}`}
            autoFocus={at === 0}
            size="middle"
            maxLength={32}
            value={values[field]}
            status={findings[field] ? 'error' : undefined}
            autoComplete={field === 'oldPwd' ? 'current-password' : 'new-password'}
            onChange={(event) => change(field, event.target.value)}
            onKeyUp={(event) => setCaps(event.getModifierState('CapsLock') ? field : null)}
            onBlur={() => setCaps(null)}
          />
          {caps === field ? <div className="base-identity-password-caps">大写锁定已打开</div> : null}
          {findings[field] ? <Problem text={findings[field].text} /> : null}
          {field === 'newPwd' ? <Strength password={values.newPwd} rule={rule} /> : null}
        </div>
      ))}
    </>
  );
}

/** 弱 / 中 / 强 as a bar of three pieces. */
function Strength({ password, rule }: { password: string; rule?: PasswordRule }) {
  if (password === '')
    return (
      <div className="base-identity-password-hint">
        {rule?.minLength ?? 6}~16位，{rule?.kinds === 3 ? '字母、数字、字符都要有' : '字母、数字、字符至少两种'}
      </div>
    );
  const strength = strengthOf(password);
  const level = passwordStrength.codes.indexOf(strength);
  return (
    <div className="base-identity-password-strength" data-level={strength} role="status">
      {passwordStrength.codes.map((code, at) => (
        <i key={code} data-on={at <= level} />
      ))}
      <span>
        <span className="td-sr">密码强度</span>
        {passwordStrength.label(strength)}
      </span>
    </div>
  );
}
