import { proveSelf } from '@tongda/contract/base/identity/account';
import { loginCode } from '@tongda/contract/base/identity/calls';
import { Input, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '../../../../kit/call/api';
import { ApiError } from '../../../../kit/call/api-error';
import { reportError } from '../../../../kit/dialog/notify';
import { hashPassword } from '../../../../kit/session/password';
import { bindProver } from '../../../../kit/session/prove';
import { Problem } from '../login/fields';
import './fields.css';

interface Question {
  why: string;
  answer: (proved: boolean) => void;
}

/** 二次确认: the own password once more before rights of administrators are given. Opens by itself when the server asks. */
export function ProveDialog() {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    bindProver((why) => new Promise((resolve) => setQuestion({ why, answer: resolve })));
    return () => bindProver(null);
  }, []);
  if (!question) return null;
  const end = (proved: boolean): void => {
    setQuestion(null);
    question.answer(proved);
  };
  return <Ask why={question.why} end={end} />;
}

function Ask({ why, end }: { why: string; end: (proved: boolean) => void }) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (password === '') return setProblem('请输入登录密码');
    setBusy(true);
    try {
      const { pwdSalt, pwdIter } = await call(loginCode, {});
      await call(proveSelf, { password: await hashPassword(password, pwdSalt, pwdIter) });
      end(true);
    } catch (error) {
      if (error instanceof ApiError && error.errors.length > 0) setProblem(error.message);
      else reportError(error);
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="二次确认"
      width={420}
      okText="确定"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={() => end(false)}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className="td-pwd-note">{why}</p>
        <div className="td-pwd-field">
          <label htmlFor="prove-password">登录密码</label>
          <Input.Password
            id="prove-password"
            autoFocus
            maxLength={32}
            autoComplete="current-password"
            value={password}
            status={problem ? 'error' : undefined}
            onChange={(event) => {
              setPassword(event.target.value);
              setProblem('');
            }}
          />
          {problem ? <Problem text={problem} /> : null}
        </div>
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}
