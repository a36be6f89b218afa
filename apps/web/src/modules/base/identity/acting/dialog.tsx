import { actingCompanies, actingUsers, changeLogin } from '@tongda/contract/base/identity/acting';
import { Input, Modal } from 'antd';
import { useCallback, useId, useState } from 'react';
import { call } from '../../../../kit/call/api';
import { ApiError } from '../../../../kit/call/api-error';
import { reportError } from '../../../../kit/dialog/notify';
import { type Found, RemoteSelect } from '../../../../kit/form/remote-select';
import { enterAs } from '../login/enter-as';
import { Problem } from '../login/fields';
import '../password/fields.css';

const found = (options: ReadonlyArray<{ value: string; label: string }>): Found[] =>
  options.map(({ value, label }) => ({ id: value, name: label }));
const searchCompanies = async (keyword: string): Promise<Found[]> => found(await call(actingCompanies, { keyword }));
type Field = 'targetClientId' | 'targetUserId' | 'reason';

/** 切换用户: a super manager acts as a user, for a reason that is written down. */
export function ActingDialog({ close }: { close: () => void }) {
  const [clientId, setClientId] = useState<string>();
  const [userId, setUserId] = useState<string>();
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<ReadonlyArray<{ field: string; msg: string }>>([]);
  const [busy, setBusy] = useState(false);
  const base = useId();
  const searchUsers = useCallback(
    async (keyword: string): Promise<Found[]> =>
      clientId ? found(await call(actingUsers, { clientId, keyword })) : [],
    [clientId],
  );
  const edited = (field: Field): void => setErrors(errors.filter((error) => error.field !== field));
  const act = async (): Promise<void> => {
    setBusy(true);
    setErrors([]);
    try {
      await enterAs(
        await call(changeLogin, {
          mode: 'super',
          targetClientId: clientId,
          targetUserId: userId,
          reason: reason.trim(),
        }),
      );
    } catch (error) {
      if (error instanceof ApiError && error.errors.length > 0) setErrors(error.errors);
      else reportError(error);
      setBusy(false);
    }
  };
  const problem = (field: Field) => {
    const wrong = errors.find((error) => error.field === field);
    return wrong ? <Problem text={wrong.msg} /> : null;
  };
  return (
    <Modal
      open
      title="切换用户"
      width={440}
      okText="开始代管"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void act()}
      onCancel={close}
    >
      <p className="td-pwd-note">
        以所选用户的身份操作，最长60分钟。操作记录同时写入您和该用户的名字，其他页面会一起切换。
      </p>
      <div className="td-pwd-field">
        <label htmlFor={`${base}c`}>企业</label>
        <RemoteSelect
          id={`${base}c`}
          search={searchCompanies}
          value={clientId}
          placeholder="搜索企业名称"
          onChange={(id) => {
            setClientId(id);
            setUserId(undefined);
            edited('targetClientId');
          }}
        />
        {problem('targetClientId')}
      </div>
      <div className="td-pwd-field">
        <label htmlFor={`${base}u`}>用户</label>
        <RemoteSelect
          key={clientId}
          id={`${base}u`}
          search={searchUsers}
          value={userId}
          disabled={!clientId}
          placeholder="搜索姓名、账号或手机号"
          onChange={(id) => {
            setUserId(id);
            edited('targetUserId');
          }}
        />
        {problem('targetUserId')}
      </div>
      <div className="td-pwd-field">
        <label htmlFor={`${base}r`}>原因</label>
        <Input.TextArea
          id={`${base}r`}
          rows={3}
          maxLength={100}
          showCount
          value={reason}
          placeholder="5~100个字，写明处理什么问题"
          onChange={(event) => {
            setReason(event.target.value);
            edited('reason');
          }}
        />
        {problem('reason')}
      </div>
    </Modal>
  );
}
