import { proveSelf } from '@tongda/contract/base/identity/account';
import { Input } from 'antd';
import { useState } from 'react';
import { call } from '../../../../kit/call/api';
import { refusedField, useAct } from '../../../../kit/call/use-act';
import { AtField } from '../../../../kit/dialog/act-bar';
import { ActDialog } from '../../../../kit/dialog/form';
import { loadHasher } from '../../../../kit/session/password/load-hasher';
import './fields.css';

/** 二次确认: the own password once more before rights of administrators are given. `why` is the server's sentence. */
export function ProveDialog({ why, end }: { why: string; end: (proved: boolean) => void }) {
  const [password, setPassword] = useState('');
  const prove = useAct(
    async (typed: { password: string }) => {
      if (typed.password === '') throw refusedField('password', '请输入登录密码');
      const hash = await loadHasher();
      await call(proveSelf, { password: await hash(typed.password) });
    },
    { done: () => end(true) },
  );
  return (
    <ActDialog
      act={prove}
      input={{ password }}
      touched={false}
      enter
      stay
      close={() => end(false)}
      title="二次确认"
      width={420}
      okText="确定"
    >
      <p className="base-identity-password-note">{why}</p>
      <div className="base-identity-password-field">
        <label htmlFor="prove-password">登录密码</label>
        <AtField name="password">
          <Input.Password
            id="prove-password"
            autoFocus
            maxLength={32}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </AtField>
      </div>
    </ActDialog>
  );
}
