import { Input } from 'antd';
import { AtField } from '../../../../kit/dialog/act-bar';
import '../password/fields.css';

interface CodeInputProps {
  value: string;
  change: (code: string) => void;
  /** a recovery code is taken too */
  recovery?: boolean;
}

/** Six digits of the app on the telephone, or a recovery code. */
export function CodeInput({ value, change, recovery }: CodeInputProps) {
  return (
    <div className="base-identity-password-field">
      <label htmlFor="factor-code">{recovery ? '动态验证码或恢复码' : '动态验证码'}</label>
      <AtField name="code">
        <Input
          id="factor-code"
          autoFocus
          autoComplete="one-time-code"
          inputMode={recovery ? undefined : 'numeric'}
          maxLength={recovery ? 24 : 6}
          placeholder={recovery ? '6位数字，或16位恢复码' : '6位数字'}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      </AtField>
    </div>
  );
}
