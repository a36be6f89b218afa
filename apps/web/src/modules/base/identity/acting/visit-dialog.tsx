import { changeLogin, visitCompanies, visitReason } from '@tongda/contract/base/identity/acting';
import { Input, Select } from 'antd';
import { useId, useState } from 'react';
import { call } from '../../../../kit/call/api';
import { AtField } from '../../../../kit/dialog/act-bar';
import { FormDialog } from '../../../../kit/dialog/form';
import { type Found, RemoteSelect } from '../../../../kit/form/input/remote-select';
import { enterAs } from '../login/enter-as';
import '../password/fields.css';

const searchCompanies = async (keyword: string): Promise<Found[]> =>
  (await call(visitCompanies, { keyword }, { quiet: true })).map(({ value, label }) => ({ id: value, name: label }));
const remarkChars = 80;

/** 访问企业: the provider's staff look into a company, for a reason that is written down. */
export function VisitDialog({ close }: { close: () => void }) {
  const [clientId, setClientId] = useState<string>();
  const [reason, setReason] = useState<string>();
  const [remark, setRemark] = useState('');
  const base = useId();
  const words = remark.trim();
  return (
    <FormDialog
      endpoint={changeLogin}
      input={{
        mode: 'visit',
        targetClientId: clientId,
        reason: reason && words ? `${reason}：${words}` : reason,
      }}
      done={enterAs}
      close={close}
      title="访问企业"
      width={440}
      okText="开始访问"
    >
      <p className="base-identity-password-note">
        将以企业身份打开，最长2小时，没有另外授权时只能查看。其他页面会一起切换，访问的人、时间和原因会记录下来。
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
            }}
          />
        </AtField>
      </div>
      <div className="base-identity-password-field">
        <label htmlFor={`${base}r`}>访问原因</label>
        <AtField name="reason">
          <Select
            id={`${base}r`}
            value={reason}
            placeholder="请选择"
            options={visitReason.codes.map((code) => ({ value: code, label: visitReason.label(code) }))}
            onChange={(chosen) => {
              setReason(chosen);
            }}
          />
        </AtField>
      </div>
      <div className="base-identity-password-field">
        <label htmlFor={`${base}m`}>说明</label>
        <Input
          id={`${base}m`}
          value={remark}
          maxLength={remarkChars}
          placeholder="选填，写明处理什么问题"
          onChange={(event) => setRemark(event.target.value)}
        />
      </div>
    </FormDialog>
  );
}
