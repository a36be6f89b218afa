import { Smartphone } from 'lucide-react';
import type { ComponentProps } from 'react';
import { LoginField } from './fields';
import { SmsCodeField } from './sms-code-field';

type CodeProps = ComponentProps<typeof SmsCodeField>;
interface Props extends Pick<CodeProps, 'phone' | 'purpose' | 'problem' | 'setProblem'> {
  setPhone: (phone: string) => void;
  code: string;
  setCode: (code: string) => void;
}

/** A phone number and the code that was sent to it. */
export function PhoneCodeFields({ phone, setPhone, purpose, code, setCode, problem, setProblem }: Props) {
  return (
    <>
      <LoginField
        name="phone"
        label="手机号"
        icon={<Smartphone />}
        value={phone}
        change={(text) => setPhone(text.replace(/\D/gu, ''))}
        maxLength={11}
        autoComplete="tel-national"
        numeric
        problem={problem}
      />
      <SmsCodeField
        phone={phone}
        purpose={purpose}
        value={code}
        change={setCode}
        problem={problem}
        setProblem={setProblem}
      />
    </>
  );
}
