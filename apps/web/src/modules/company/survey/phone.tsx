import { loginSurvey } from '@tongda/contract/company/survey/answer';
import type { Output } from '@tongda/contract/core/endpoint';
import { codes } from '@tongda/contract/core/endpoint';
import { patterns } from '@tongda/contract/core/field/patterns';
import { Button } from 'antd';
import { type FormEvent, useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { type LoginFailure, PhoneCodeFields } from '../../base/identity/door';

interface SurveyPhoneProps {
  decodeId: string;
  entered: (opened: Output<typeof loginSurvey>) => void;
  /** the survey is not for this person, or was answered */
  refused: (error: ApiError) => void;
}

/** Identifies a visitor of a public link who is not logged in by the phone number of his account. */
export function SurveyPhone({ decodeId, entered, refused }: SurveyPhoneProps) {
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<LoginFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!patterns.phone.regex.test(phone)) return setProblem({ field: 'phone', message: patterns.phone.message });
    if (!/^\d{6}$/u.test(code)) return setProblem({ field: 'code', message: '请输入6位短信验证码' });
    setBusy(true);
    setProblem(null);
    try {
      entered(await call(loginSurvey, { decodeId, phone, verifyCode: code }, { quiet: true }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === codes.blockedByRule || error.code === codes.forbidden) refused(error);
      else setProblem({ field: 'code', message: error.message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="company-survey-phone" onSubmit={(event) => void submit(event)} noValidate>
      <p>请用账号绑定的手机号验证身份，每人填写一次</p>
      <PhoneCodeFields
        phone={phone}
        setPhone={setPhone}
        purpose="survey"
        code={code}
        setCode={setCode}
        problem={problem}
        setProblem={setProblem}
      />
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        开始填写
      </Button>
    </form>
  );
}
