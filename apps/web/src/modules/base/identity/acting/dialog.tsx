import { actingCompanies, actingUsers, changeLogin } from '@tongda/contract/base/identity/acting';
import { Input } from 'antd';
import { useCallback, useId, useState } from 'react';
import { call } from '../../../../kit/call/api';
import { AtField } from '../../../../kit/dialog/act-bar';
import { FormDialog } from '../../../../kit/dialog/form';
import { type Found, RemoteSelect } from '../../../../kit/form/input/remote-select';
import { enterAs } from '../login/enter-as';
import '../password/fields.css';

const toFound = (options: ReadonlyArray<{ value: string; label: string }>): Found[] =>
  options.map(({ value, label }) => ({ id: value, name: label }));
const searchCompanies = async (keyword: string): Promise<Found[]> =>
  toFound(await call(actingCompanies, { keyword }, { quiet: true }));

/** 切换用户: a super manager acts as a user, for a reason that is written down. */
export function ActingDialog({ close }: { close: () => void }) {
  const [clientId, setClientId] = useState<string>();
  const [userId, setUserId] = useState<string>();
  const [reason, setReason] = useState('');
  const base = useId();
  const searchUsers = useCallback(
    async (keyword: string): Promise<Found[]> =>
      clientId ? toFound(await call(actingUsers, { clientId, keyword }, { quiet: true })) : [],
    [clientId],
  );
  return (
    <FormDialog
      endpoint={changeLogin}
      input={{ mode: 'super', targetClientId: clientId, targetUserId: userId, reason: reason.trim() }}
      done={enterAs}
      close={close}
      title="切换用户"
      width={440}
      okText="开始代管"
    >
      <p className="base-identity-password-note">
        以所选用户的身份操作，最长60分钟。操作记录同时写入您和该用户的名字，其他页面会一起切换。
      </p>
      <div className="base-identity-password-field">
        <label htmlFor={`${base}c`}>企业</label>
        <AtField name="targetClientId">
          <RemoteSelect
            id={`${base}c`}
            search={searchCompanies}
            value={clientId}
            placeholder="搜索企业名称"
            onChange={(id) => {
              setClientId(id);
              setUserId(undefined);
            }}
          />
        </AtField>
      </div>
      <div className="base-identity-password-field">
        <label htmlFor={`${base}u`}>用户</label>
        <AtField name="targetUserId">
          <RemoteSelect
            key={clientId}
            id={`${base}u`}
            search={searchUsers}
            value={userId}
            disabled={!clientId}
            placeholder="搜索姓名、账号或手机号"
            onChange={(id) => {
              setUserId(id);
            }}
          />
        </AtField>
      </div>
      <div className="base-identity-password-field">
        <label htmlFor={`${base}r`}>原因</label>
        <AtField name="reason">
          <Input.TextArea
            id={`${base}r`}
            rows={3}
            maxLength={100}
            showCount
            value={reason}
            placeholder="5~100个字，写明处理什么问题"
            onChange={(event) => {
              setReason(event.target.value);
            }}
          />
        </AtField>
      </div>
    </FormDialog>
  );
}
